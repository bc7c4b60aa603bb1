/* bench/talk.h -- the protocol as spoken by the load of `turncoat bench server`:
 * what to send to open a table, sit down and play, and what an answer means.  It
 * does no I/O. */
#ifndef BENCH_TALK_H
#define BENCH_TALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/bench.h"

enum { TALK_CODE_MAX = 16, TALK_TOKEN_MAX = 64, TALK_TEXT_MAX = 512 };

struct talk_table {
    char code[TALK_CODE_MAX];
    char token[BENCH_SEATS][TALK_TOKEN_MAX];
    struct state *view; /* what the first seat has been shown: moves are chosen from this */
};

enum heard { HEARD_STORY, HEARD_ACCEPTED, HEARD_REFUSED, HEARD_OTHER };

struct hearing {
    enum heard what;
    uint32_t n;  /* number in the story of this event, or of the last one that the command caused */
    uint32_t re; /* the command being answered */
};

/* Requests, each with its head; they return their size. */
size_t talk_open_table(char out[TALK_TEXT_MAX]);
size_t talk_take_seat(const struct talk_table *t, int seat, char out[TALK_TEXT_MAX]);
size_t talk_join(const struct talk_table *t, int seat, char out[TALK_TEXT_MAX]);
/* What their replies say.  False: it was refused. */
bool talk_table_opened(struct talk_table *t, const char *reply);
bool talk_seat_taken(struct talk_table *t, int seat, const char *reply);

/* Messages.  The first seat sets up, then turns the hourglass. */
size_t talk_set_up(char out[TALK_TEXT_MAX]);
size_t talk_begin(char out[TALK_TEXT_MAX]);
/* Something the seat may do now: a random move of a hero, or a look at somebody. */
size_t talk_move(const struct talk_table *t, int seat, uint32_t id, uint32_t seen, uint64_t random,
                 char out[TALK_TEXT_MAX]);

void talk_hear(const char *text, size_t size, struct hearing *out);
bool talk_follow(struct talk_table *t, const char *text, size_t size); /* a story of the first seat */
bool talk_is_playing(const struct talk_table *t);
bool talk_new_view(struct talk_table *t);

/* For the floor: no tables, no rules.  Its stories look like real ones. */
size_t talk_floor_join(int table, int seat, char out[TALK_TEXT_MAX]);
size_t talk_floor_move(uint32_t id, uint32_t seen, char out[TALK_TEXT_MAX]);

#endif
