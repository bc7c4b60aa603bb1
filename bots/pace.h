/* bots/pace.h -- how fast a bot is: reaction times like those of people.
 *
 * Whole numbers only, so that a seed gives the same game on every machine. */
#ifndef BOTS_PACE_H
#define BOTS_PACE_H

#include <stdint.h>

enum pace_name { PACE_RELAXED, PACE_NORMAL, PACE_QUICK, PACES };

enum { PACE_GAP_MS = 250 }; /* the shortest time between two actions of a bot */

struct pace {
    uint64_t key[2], drawn; /* its own dice */
    int64_t acted_ms;       /* when it last did anything */
    int64_t free_ms;        /* the earliest time of its next action */
    enum pace_name name;
};

void pace_open(struct pace *p, enum pace_name name, uint64_t seed, uint64_t who);

/* From seeing that something needs doing to doing it. */
int64_t pace_reaction_ms(struct pace *p);
/* The same after an action whose next step was already clear. */
int64_t pace_next_ms(struct pace *p);
/* It acts now: its hand needs a moment to be free again. */
void pace_act(struct pace *p, int64_t now_ms);
uint32_t pace_below(struct pace *p, uint32_t below); /* a throw of its dice: 0 to below - 1 */

extern const char *const pace_names[PACES + 1]; /* relaxed, normal, quick, ended by NULL */

#endif
