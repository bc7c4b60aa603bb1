/* server/rates.c -- allowances by network, in a table that forgets nobody too early.
 *
 * An allowance is one number: when it will be full again.  Each use moves that on by its share of a minute,
 * and there is none left when it would be more than a minute away. */
#include "server/rates.h"

#include <string.h>

enum { NETWORKS = 2 };
static const int64_t MINUTE_NS = (int64_t)60 * 1000 * 1000 * 1000, MS_NS = 1000 * 1000;

struct use { /* of one network by one address */
    struct rate *rate;
    int64_t cost_ns; /* of one */
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
static int make_room(struct rates *r, int64_t now_ns)
{
    if (r->used < LIMIT_ADDRESSES)
        return ++r->used;
    if (now_ns <= r->crowded_ns)
        return 0;
    r->crowded_ns = INT64_MAX;
    for (int i = 1; i <= LIMIT_ADDRESSES; i++) {
        int64_t full_ns = r->all[i - 1].full_ns;
        if (full_ns < now_ns) {
            r->crowded_ns = 0;
            forget(r, i);
            return i;
        }
        r->crowded_ns = full_ns < r->crowded_ns ? full_ns : r->crowded_ns;
    }
    return 0;
}

static struct rate *find(struct rates *r, const struct address *network, int64_t now_ns)
{
    int *slot = slot_of(r, network);
    for (int i = *slot; i; i = r->all[i - 1].next)
        if (!memcmp(&r->all[i - 1].network, network, sizeof *network)) {
            if (r->all[i - 1].full_ns < now_ns)
                r->all[i - 1].full_ns =
                    now_ns; /* in use: it does not give way to the next one that is looked for */
            return &r->all[i - 1];
        }
    int index = make_room(r, now_ns);
    if (!index)
        return &r->common;
    r->all[index - 1] = (struct rate){.network = *network, .full_ns = now_ns, .next = *slot};
    *slot = index;
    return &r->all[index - 1];
}

/* Everything that the address uses: one network or two. */
static int uses_of(struct rates *r, const struct address *address, int64_t now_ns, struct use out[NETWORKS])
{
    struct address network;
    int64_t cost_ns = MINUTE_NS / r->per_min;
    address_network(address, 64, &network);
    out[0] = (struct use){find(r, &network, now_ns), cost_ns > 0 ? cost_ns : 1};
    if (!address_network(address, 48, &network))
        return 1;
    out[1] = (struct use){find(r, &network, now_ns), cost_ns > RATES_WIDER ? cost_ns / RATES_WIDER : 1};
    return 2;
}

static bool has_left(const struct use *use, int64_t now_ns)
{
    return use->rate->full_ns + use->cost_ns <= now_ns + MINUTE_NS;
}

static void spend(const struct use *use, int64_t now_ns, size_t amount)
{
    struct rate *rate = use->rate;
    rate->full_ns = (rate->full_ns > now_ns ? rate->full_ns : now_ns) + use->cost_ns * (int64_t)amount;
}

static bool ask(struct rates *r, const struct address *address, int64_t now_ms, bool take)
{
    struct use uses[NETWORKS];
    int64_t now_ns = now_ms * MS_NS;
    if (!r->per_min)
        return true;
    int count = uses_of(r, address, now_ns, uses);
    for (int i = 0; i < count; i++)
        if (!has_left(&uses[i], now_ns))
            return false;
    for (int i = 0; take && i < count; i++)
        spend(&uses[i], now_ns, 1);
    return true;
}

bool rates_left(struct rates *r, const struct address *address, int64_t now_ms)
{
    return ask(r, address, now_ms, false);
}

bool rates_take(struct rates *r, const struct address *address, int64_t now_ms)
{
    return ask(r, address, now_ms, true);
}

void rates_spend(struct rates *r, const struct address *address, int64_t now_ms, size_t amount)
{
    struct use uses[NETWORKS];
    int count = r->per_min ? uses_of(r, address, now_ms * MS_NS, uses) : 0;
    for (int i = 0; i < count; i++)
        spend(&uses[i], now_ms * MS_NS, amount);
}

int rates_wait_s(struct rates *r, const struct address *address, int64_t now_ms)
{
    struct use uses[NETWORKS];
    int64_t wait_ns = 0;
    int count = r->per_min ? uses_of(r, address, now_ms * MS_NS, uses) : 0;
    for (int i = 0; i < count; i++) {
        int64_t left_ns = uses[i].rate->full_ns + uses[i].cost_ns - MINUTE_NS - now_ms * MS_NS;
        wait_ns = left_ns > wait_ns ? left_ns : wait_ns;
    }
    return (int)((wait_ns + 1000 * MS_NS - 1) / (1000 * MS_NS));
}
