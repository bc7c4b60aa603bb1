/* server/rates.c -- allowances by network, in a table that forgets nobody too early.
 *
 * An allowance is one number: when it will be full again.  Each use moves that on by its share of a minute,
 * and there is none left when it would be more than a minute away. */
#include "server/rates.h"

#include <string.h>

enum { MINUTE_MS = 60 * 1000, NETWORKS = 2 };

struct use { /* of one network by one address */
    struct rate *rate;
    int64_t cost_ms;
};

void rates_init(struct rates *r, int per_min, uint64_t salt)
{
    r->per_min = per_min;
    r->salt = salt;
}

static int *slot_of(struct rates *r, const struct address *network)
{
    return &r->slots[address_hash(network, r->salt) % RATES_SLOTS];
}

static void forget(struct rates *r, int index)
{
    int *at = slot_of(r, &r->all[index - 1].network);
    while (*at != index)
        at = &r->all[*at - 1].next;
    *at = r->all[index - 1].next;
}

/* The index of a place for a newcomer; 0: there is none. */
static int make_room(struct rates *r, int64_t now_ms)
{
    if (r->used < LIMIT_ADDRESSES)
        return ++r->used;
    if (now_ms <= r->crowded_ms)
        return 0;
    r->crowded_ms = INT64_MAX;
    for (int i = 1; i <= LIMIT_ADDRESSES; i++) {
        int64_t full_ms = r->all[i - 1].full_ms;
        if (full_ms < now_ms) {
            r->crowded_ms = 0;
            forget(r, i);
            return i;
        }
        r->crowded_ms = full_ms < r->crowded_ms ? full_ms : r->crowded_ms;
    }
    return 0;
}

static struct rate *find(struct rates *r, const struct address *network, int64_t now_ms)
{
    int *slot = slot_of(r, network);
    for (int i = *slot; i; i = r->all[i - 1].next)
        if (!memcmp(&r->all[i - 1].network, network, sizeof *network)) {
            if (r->all[i - 1].full_ms < now_ms)
                r->all[i - 1].full_ms =
                    now_ms; /* in use: it does not give way to the next one that is looked for */
            return &r->all[i - 1];
        }
    int index = make_room(r, now_ms);
    if (!index)
        return &r->common;
    r->all[index - 1] = (struct rate){.network = *network, .full_ms = now_ms, .next = *slot};
    *slot = index;
    return &r->all[index - 1];
}

/* Everything that the address uses: one network or two. */
static int uses_of(struct rates *r, const char *text, int64_t now_ms, struct use out[NETWORKS])
{
    struct address address = {{0}}, network;
    int64_t cost_ms = MINUTE_MS / r->per_min;
    address_read(text, strlen(text), &address);
    address_network(&address, 64, &network);
    out[0] = (struct use){find(r, &network, now_ms), cost_ms > 0 ? cost_ms : 1};
    if (!address_network(&address, 48, &network))
        return 1;
    out[1] = (struct use){find(r, &network, now_ms), cost_ms > RATES_WIDER ? cost_ms / RATES_WIDER : 1};
    return 2;
}

static bool has_left(const struct use *use, int64_t now_ms)
{
    return use->rate->full_ms + use->cost_ms <= now_ms + MINUTE_MS;
}

static bool ask(struct rates *r, const char *address, int64_t now_ms, bool take)
{
    struct use uses[NETWORKS];
    if (!r->per_min)
        return true;
    int count = uses_of(r, address, now_ms, uses);
    for (int i = 0; i < count; i++)
        if (!has_left(&uses[i], now_ms))
            return false;
    for (int i = 0; take && i < count; i++) {
        struct rate *rate = uses[i].rate;
        rate->full_ms = (rate->full_ms > now_ms ? rate->full_ms : now_ms) + uses[i].cost_ms;
    }
    return true;
}

bool rates_left(struct rates *r, const char *address, int64_t now_ms)
{
    return ask(r, address, now_ms, false);
}

int rates_wait_s(struct rates *r, const char *address, int64_t now_ms)
{
    struct use uses[NETWORKS];
    int64_t wait_ms = 0;
    int count = r->per_min ? uses_of(r, address, now_ms, uses) : 0;
    for (int i = 0; i < count; i++) {
        int64_t left_ms = uses[i].rate->full_ms + uses[i].cost_ms - MINUTE_MS - now_ms;
        wait_ms = left_ms > wait_ms ? left_ms : wait_ms;
    }
    return (int)((wait_ms + 999) / 1000);
}

bool rates_take(struct rates *r, const char *address, int64_t now_ms)
{
    return ask(r, address, now_ms, true);
}
