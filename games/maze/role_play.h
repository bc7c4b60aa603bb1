/* games/maze/role_play.h -- what the files of Hidden Roles share with each other. */
#ifndef GAMES_MAZE_ROLE_PLAY_H
#define GAMES_MAZE_ROLE_PLAY_H

#include "games/maze/cards.h"
#include "games/maze/play.h"
#include "games/maze/roles.h"

enum {
    LOOKING_MS = 60000, /* H1.4 */
    VOTE_MS = 5000,     /* H2.2 */
    FLIP_MS = 10000,    /* H2.7 */
    ACCUSE_MS = 10000,  /* H2.9 */
    DECIDE_MS = 30000,  /* H5.10 */
    ASKING_MS = 30000,  /* H7.5 */
    WORD_MS = 30000,
    PAWN_APART_MS = 10000, /* Ringleader */
    PAWN_STANDS_MS = 1000, /* Fair-weather Friend */
    LEVEL_SEVERAL = 2,     /* from here on: several accused, ghosts, going home (H4) */
    LEVEL_GUESSING = 5,
};

/* Times of a damaged record may be anything: they wrap around rather than overflow. */
static inline int64_t role_later(int64_t ms, int64_t by_ms)
{
    return (int64_t)((uint64_t)ms + (uint64_t)by_ms);
}

static inline int64_t role_since(int64_t ms, int64_t then_ms)
{
    return (int64_t)((uint64_t)ms - (uint64_t)then_ms);
}

static inline int64_t role_now(const struct turn *t)
{
    return clock_play_ms(&t->state->clock, t->in->now_ms);
}

/* Still in the game: seated and not eliminated. */
static inline seats_t role_in_game(const struct state *s)
{
    return presence_all(&s->presence) & ~roles_out(s);
}

static inline bool role_plays(const struct state *s, seat_t seat)
{
    return seat <= SEATS_MAX && (role_in_game(s) & SEAT(seat));
}

/* The card of a seat; of one that is not known, a card that says nothing. */
static inline const struct role *role_of(const struct state *s, seat_t seat)
{
    uint8_t card = seat <= SEATS_MAX ? s->roles.card[seat] : 0;
    return &deck_house.role[card < card_end ? card : 0];
}

/* Of these seats, those that are known to be on that side now. */
static inline seats_t role_on_side(const struct state *s, seats_t of, uint8_t side)
{
    seats_t found = 0;
    for (seats_t rest = of; rest; rest &= rest - 1)
        found |= s->roles.side[__builtin_ctz(rest)] == side ? rest & (0 - rest) : 0;
    return found;
}

/* Does the table wait for an accusation to be settled: a vote, or the accuser's choice (H2.7)? */
static inline bool role_busy(const struct state *s)
{
    return ballot_is_open(&s->roles.ballot) || s->roles.phase == phase_flip;
}

/* H2.7: the sand has run out, and the end waits for an accusation. */
static inline bool role_end_waits(const struct turn *t)
{
    return t->state->running && role_busy(t->state) && flip_left_ms(t) <= 0;
}

/* role_facts.c: what is counted, and what follows from it */
int role_count(const struct state *s, seat_t seat, const struct card_test *test, int64_t now_ms);
bool role_holds(const struct state *s, seat_t seat, const struct card_condition *c, int64_t now_ms);
bool role_mission_done(const struct state *s, seat_t seat);
bool role_mission_failed(const struct state *s, seat_t seat);

/* role_deal.c */
bool role_fits(const struct state *s, const struct role *role);
/* How many of a card nobody was dealt, as far as cards are known (H8.3). */
int role_undealt(const struct state *s, uint8_t card);
refusal_t role_look(struct turn *t);
refusal_t role_turning_refusal(const struct state *s); /* of the hourglass, for the first time (H1.4) */

/* role_rules.c: special rules, and clocks that nobody else may notice */
void role_tell(struct turn *t, const struct card_told *told);
struct card_told role_standing(const struct state *s, seat_t seat);
void role_tick_cards(struct turn *t);
int64_t role_cards_due_ms(const struct state *s);
void role_judge_votes(struct turn *t); /* a ballot was closed: Contrarian */

/* role_accuse.c */
refusal_t role_accuse_refusal(const struct state *s, seat_t by, seats_t seats);
refusal_t role_accuse(struct turn *t);
refusal_t role_vote(struct turn *t);
refusal_t role_choose_flip(struct turn *t);
refusal_t role_lay_watching_card(struct turn *t);
void role_flip_lapses(struct turn *t);
void role_verdict(struct turn *t); /* an accusation was validated */

/* role_out.c */
void role_show(struct turn *t, seats_t seats); /* their cards, as far as they are not face up yet */
void role_eliminate(struct turn *t, seats_t seats, uint8_t fall, seat_t cause);

/* role_end.c */
void role_settle(struct turn *t); /* H5.7 */
void role_tick(struct turn *t);
void role_finish(struct turn *t, uint8_t ending);
bool role_may_go_home(const struct state *s, seat_t seat);
refusal_t role_go_home(struct turn *t);
refusal_t role_decide_outcome(struct turn *t);
void role_tick_last(struct turn *t);

/* role_guess.c */
bool role_guessing_begins(struct turn *t); /* false: there is nobody to guess, or nothing */
refusal_t role_ask_for_word(struct turn *t);
refusal_t role_pass_word(struct turn *t);
refusal_t role_guess_card(struct turn *t);
bool role_may_guess(const struct state *s, uint8_t card);
seats_t role_face_down(const struct state *s);
void role_settle_guessing(struct turn *t);
void role_tick_guessing(struct turn *t);
int64_t role_guessing_due_ms(const struct state *s);

#endif
