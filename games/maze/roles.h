/* games/maze/roles.h -- Hidden Roles: where the maze reaches the expansion, and nothing more.
 *
 * Each of these is called from one place of the maze; without roles none of them does anything.  What the
 * files of the expansion (role_*.c) share among themselves is in role_play.h. */
#ifndef GAMES_MAZE_ROLES_H
#define GAMES_MAZE_ROLES_H

#include "games/maze/mall.h"

static inline bool roles_on(const struct state *s)
{
    return s->roles.level != 0;
}

/* Everybody who has been eliminated (H3). */
static inline seats_t roles_out(const struct state *s)
{
    return s->roles.convicted | s->roles.failed;
}

/* Setting up: why it cannot be played with the roles asked for (H0), and the deal. */
refusal_t roles_set_up_refusal(const struct state *s, const struct scenario *scenario, uint8_t level,
                               bool token);
void roles_set_up(struct turn *t, uint8_t level, bool token);
void roles_deal(struct turn *t);

/* What a seat may do: judges the input, with `plain` for what is the maze's own, and settles what follows in
 * the order of H5.7. */
refusal_t roles_decide(struct turn *t, refusal_t (*plain)(struct turn *));
/* What its own card forbids a seat (H5.2): any action; bringing a hero there, that many spaces on foot. */
refusal_t roles_action_refusal(const struct state *s, seat_t seat);
refusal_t roles_move_refusal(const struct state *s, seat_t seat, int hero, place_t to, int steps);
/* Who alone may move the pawn (M8.3, H3.5); 0: everybody. */
static inline seat_t roles_pawn_mover(const struct state *s)
{
    return s->roles.pawn_mover ? s->roles.pawn_mover : s->empty_handed;
}

/* The first of these seats, going left from that one; 0: none of them sits there. */
seat_t roles_left_of(const struct state *s, seat_t seat, seats_t among);

/* Do those who have been dealt a card still have time to look at it (H1.4)? */
static inline bool roles_looking(const struct state *s)
{
    return roles_on(s) && !s->running && !s->ending && !s->roles.phase && !s->roles.free;
}

/* What follows an event: folds it, before the maze does. */
void roles_apply(struct state *s, const struct event *e);

/* The end: by itself only if the players abandon the game; else roles_decide() ends it in its order. */
void roles_end_game(struct turn *t, uint8_t ending);
void roles_winners(const struct state *s, struct result out[VIEWS]);

/* Who hears; `everybody` is whom open talk reaches. */
seats_t roles_hears(const struct state *s, seat_t speaker, enum channel channel, seats_t everybody);

/* May a pause begin (H2.17)? */
bool roles_pausable(const struct state *s);

/* Deadline, in playing time; `ends_ms`: when the sand runs out, or never. */
int64_t roles_deadline_ms(const struct state *s, int64_t ends_ms);

/* Legal: takes away what is not possible with roles, and adds what is; returns how many there are. */
int roles_legal(const struct state *s, seat_t seat, struct input *out, int count, int max);

seats_t roles_secrets(const struct state *s);
bool roles_sound(const struct state *s);

#endif
