/* bots/pace.h -- how fast a bot is: reaction times drawn as people have them.
 *
 * Whole numbers only, so that a seed gives the same game on every machine. */
#ifndef BOTS_PACE_H
#define BOTS_PACE_H

#include <stdint.h>

enum pace_name { PACE_RELAXED, PACE_NORMAL, PACE_QUICK, PACES };

enum { PACE_GAP_MS = 250 }; /* never two actions of one bot within this */

struct pace {
    uint64_t key[2], drawn; /* its own dice */
    int64_t acted_ms;       /* when it last did anything */
    int64_t free_ms;        /* the earliest time of its next action */
    enum pace_name name;
};

void pace_open(struct pace *p, enum pace_name name, uint64_t seed, uint64_t who);

/* From seeing that something is to be done to doing it. */
int64_t pace_reaction_ms(struct pace *p);
/* The same when one has just acted and the next step was clear before. */
int64_t pace_next_ms(struct pace *p);
/* It acts now: its hand is not free again at once. */
void pace_act(struct pace *p, int64_t now_ms);
uint32_t pace_below(struct pace *p, uint32_t below); /* a throw of its dice: 0 .. below - 1 */

extern const char *const pace_names[PACES + 1]; /* relaxed, normal, quick, ended by NULL */

#endif
