/* server/seats.h -- who is there: away at once, a bot after a while, back again (P2), and a new host of the
 * table when the old one stays away (P1.3). */
#ifndef SERVER_SEATS_H
#define SERVER_SEATS_H

#include "core/game.h"
#include "server/limits.h"
#include "server/quota.h"

struct host;
struct hosted;

struct member {                /* what the server knows about a seat, apart from the game */
    uint8_t hash[HASH_BYTES];  /* of the token; all zero: nobody has one */
    uint32_t links;            /* how many browsers are there */
    int64_t left_ms;           /* since when there have been none */
    char name[NAME_BYTES_MAX]; /* not shown before everybody may talk (P1.8); empty: it is shown already */
    struct {                   /* the last accepted commands (P6.2) */
        uint32_t id;
        seq_t last; /* the last event that it caused */
    } done[LIMIT_ANSWERS];
    uint8_t next;
    struct quota quota;
};

struct former {  /* somebody who has given up a seat: the secrets of that seat are known to them (P5.4) */
    seat_t seat; /* 0: nobody */
    uint8_t hash[HASH_BYTES];
};

seat_t seats_find(const struct hosted *t, const char *token); /* 0: nobody has that token */
seat_t seats_held(const struct hosted *t, const char *token); /* the seat it was before; 0: none */
bool seats_has_person(const struct hosted *t, seat_t seat);

/* A browser has come to a seat, or left it. */
void seats_arrived(struct host *h, struct hosted *t, seat_t seat);
void seats_left(struct host *h, struct hosted *t, seat_t seat);

/* What an event means for the server: tokens, browsers and remembered commands move with the player.  True:
 * the head has changed. */
bool seats_follow(struct host *h, struct hosted *t, const struct event *e);

void seats_tick(struct host *h, struct hosted *t); /* what is due */
int64_t seats_wakes_ms(const struct host *h,
                       const struct hosted *t); /* host time; INT64_MAX: nothing is due */

#endif
