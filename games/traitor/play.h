/* games/traitor/play.h -- what the files that judge Are You the Traitor? share with each other, and with its
 * bots. */
#ifndef GAMES_TRAITOR_PLAY_H
#define GAMES_TRAITOR_PLAY_H

#include "games/traitor/traitor.h"

/* deal.c: setting up, and the cards of a round */
refusal_t deal_set_up(struct turn *t);
void deal_round(struct turn *t);
seats_t deal_secrets(const struct state *s); /* the seats that hold something others may not know (P5.4) */

/* round.c: how a round ends */
refusal_t round_stop(struct turn *t);
refusal_t round_admit_showing(struct turn *t);
refusal_t round_annul(struct turn *t); /* by the host */
void round_abandon(struct turn *t);    /* and the game with it (P1.9) */
/* Everything tied to a phase passes through here: REFUSAL_OK in that phase and before its end. */
refusal_t round_phase_refusal(const struct turn *t, uint8_t phase);
bool round_time_is_over(const struct turn *t); /* the deadline of the phase has come (P4.2) */
void round_tick(struct turn *t);

/* treasure.c: drawing, rings, points and the end of the game */
void treasure_draw(struct turn *t); /* for everybody who won the round */
void treasure_end_game(struct turn *t, seats_t winners, int points, uint8_t ending);
refusal_t treasure_use_ring(struct turn *t);
refusal_t treasure_announce(struct turn *t);
refusal_t treasure_ready(struct turn *t);
void treasure_gain(struct hand *hand, uint8_t treasure); /* 0: unknown which */
void treasure_lose(struct hand *hand, uint8_t treasure);

/* phrases.c */
void phrases_note(struct state *s, const struct phrase_said *x);

static inline bool being_played(const struct state *s)
{
    return s->phase == phase_round || s->phase == phase_pause;
}

/* apply.c, legal.c, sound.c */
void traitor_apply(struct state *s, const struct event *e);
int traitor_legal(const struct state *view, seat_t seat, struct input *out, int max);
bool traitor_sound(const struct state *s);

#endif
