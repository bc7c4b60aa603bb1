/* games/word/play.h -- what the files that judge Traître Mot share with each other. */
#ifndef GAMES_WORD_PLAY_H
#define GAMES_WORD_PLAY_H

#include "games/word/word.h"

/* setup.c */
refusal_t setup_decide(struct turn *t);

/* cards.c: the deck, hands and piles.  A card counts from 1. */
const struct deck *cards_deck(const struct turn *t); /* NULL: only the host has it */
const struct deck *cards_deck_of(const struct state *s, const void *material);
const char *cards_text(const struct turn *t, uint16_t card);
bool cards_mean(const struct deck *deck, const struct state *s, uint16_t card, uint32_t plain); /* W3.5 */
/* One of the draw pile whose word has not been said; those that had to be laid aside are written to `aside`,
 * as far as there is room.  0: there is none. */
enum { ASIDE_MAX = 4 };
uint16_t cards_pick(struct turn *t, uint16_t aside[ASIDE_MAX]);
void cards_deal(struct turn *t);
void cards_draw(struct turn *t, seat_t seat); /* W3.3 */
/* W3.6: that word has passed. */
void cards_exchange(struct turn *t, uint16_t number);
/* A secret word comes to light, and its owner draws another card. */
void cards_show(struct turn *t, seat_t seat, uint16_t card, uint16_t number, uint8_t fate);
void cards_count_pile(struct turn *t, seat_t seat, int cards);
uint16_t cards_held(const struct deck *deck, const struct state *s, seat_t seat,
                    uint32_t plain); /* 0: none */

/* chain.c: words, turns and time */
refusal_t chain_announce(struct turn *t);
refusal_t chain_pass(struct turn *t);
void chain_start(struct turn *t, seat_t by); /* with a new starting word (W2.1, W2.8) */
void chain_tick(struct turn *t);
int64_t chain_due_ms(const struct state *s); /* in playing time; INT64_MAX: nothing is due */
/* May this seat announce a word now, whatever the word, as soon as the last one has stood? */
refusal_t chain_refusal(const struct state *s, seat_t by, uint16_t after);

/* accuse.c: accusations and claims */
refusal_t accuse_decide(struct turn *t);
refusal_t accuse_claim(struct turn *t);
refusal_t accuse_justify(struct turn *t);
refusal_t accuse_finish(struct turn *t);
refusal_t accuse_vote(struct turn *t);
void accuse_tick(struct turn *t);
void accuse_presence(struct turn *t); /* somebody has come or gone */
/* Of an accusation: why this seat may not make one against that word, or claim it. */
refusal_t accuse_refusal(const struct state *s, seat_t by, uint16_t number);
refusal_t claim_refusal(const struct state *s, const struct deck *deck, seat_t by, uint16_t number,
                        uint16_t card);

/* end.c */
void end_settle(struct turn *t); /* after everything else of a settlement (W5.6) */
void end_game(struct turn *t, uint8_t ending);

static inline bool being_played(const struct state *s)
{
    return s->phase && s->phase != phase_over;
}

static inline int64_t play_ms(const struct turn *t)
{
    return clock_play_ms(&t->state->clock, t->in->now_ms);
}

/* P1.3 */
static inline seat_t left_of(const struct state *s, seat_t seat)
{
    return s->presence.seats ? (seat_t)(seat % s->presence.seats + 1) : 0;
}

/* Nobody can be expected to do anything there. */
static inline bool is_absent(const struct state *s, seat_t seat)
{
    return (s->presence.away | s->presence.bots) & SEAT(seat);
}

/* The hash of the last word's plain form. */
static inline uint32_t last_plain(const struct state *s)
{
    return s->words && s->words <= WORDS_MAX ? s->plain[s->words - 1] : 0;
}

/* apply.c, legal.c, sound.c */
void word_apply(struct state *s, const struct event *e);
int word_legal(const struct state *view, seat_t seat, struct input *out, int max);
bool word_sound(const struct state *s);

#endif
