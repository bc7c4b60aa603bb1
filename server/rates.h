/* server/rates.h -- how often an address may do something: an allowance that fills again with time.
 *
 * An IPv4 address has one allowance.  An IPv6 address shares that of its /64, which is what a household gets,
 * and an eight times larger one of its /48, which is what somebody can rent.  Nobody is forgotten before the
 * allowance is full again; when there is no room for a newcomer, all newcomers share one allowance. */
#ifndef SERVER_RATES_H
#define SERVER_RATES_H

#include "net/address.h"
#include "server/limits.h"

enum { RATES_SLOTS = 1 << 13, RATES_WIDER = 8 };

struct rate {               /* of one network */
    struct address network; /* the last byte is the length of an IPv6 prefix */
    int64_t full_ns;        /* when the allowance is, or was, full again */
    int next;               /* in its slot: an index, counted from one; 0: the last */
};

struct rates {
    int per_min; /* 0: no limit */
    uint64_t salt;
    int used;
    int64_t crowded_ns; /* until then everybody is remembered: there is no room */
    struct rate common;
    int slots[RATES_SLOTS];
    struct rate all[LIMIT_ADDRESSES];
};

/* All zero but these two.  The salt is random: nobody can choose addresses that collide. */
void rates_init(struct rates *r, int per_min, uint64_t salt);
bool rates_left(struct rates *r, const struct address *address, int64_t now_ms); /* is there any left? */
bool rates_take(struct rates *r, const struct address *address, int64_t now_ms); /* takes one, if there is */
/* Takes so many, whether there are any left or not: what was done cannot be undone. */
void rates_spend(struct rates *r, const struct address *address, int64_t now_ms, size_t amount);
int rates_wait_s(struct rates *r, const struct address *address,
                 int64_t now_ms); /* until there is any left */

#endif
