/* bots/traitor_belief.c -- every deal that is possible, and how likely it is. */
#include "bots/traitor_belief.h"

enum { DEALS_MAX = 210, SIDES_MAX = 8, UNIT = 1024 }; /* likelihoods are added up in units of 1/1024 bit */

/* ---- whole numbers in place of logarithms ---- */

/* 1024 times the binary logarithm of x / 1000, for x from 1 on. */
static int32_t log_of(uint32_t x)
{
    int32_t log = -10205; /* of 1 / 1000 */
    uint64_t rest = (uint64_t)(x ? x : 1) << 32;
    for (; rest >= UINT64_C(2) << 32; rest >>= 1)
        log += UNIT;
    for (int32_t bit = UNIT / 2; bit; bit /= 2) {
        rest = (rest >> 16) * (rest >> 16);
        if (rest >= UINT64_C(2) << 32) {
            rest >>= 1;
            log += bit;
        }
    }
    return log;
}

/* 2^30 times two to the power of log / 1024, for log up to 0. */
static uint64_t power_of(int32_t log)
{
    uint32_t whole = (uint32_t)-log / UNIT, part = (UNIT - (uint32_t)-log % UNIT) % UNIT;
    whole += part != 0;
    return whole > 30 ? 0 : ((UINT64_C(1) << 30) + (uint64_t)part * (672 * UNIT + 352 * part)) >> whole;
}

/* ---- what was said ---- */

enum claim belief_claim(const struct state *s, seat_t by, seat_t of)
{
    switch (s->told[by].of[of]) {
    case role_key_holder:
        return CLAIM_KEY_HOLDER;
    case role_traitor:
    case role_evil_wizard:
    case role_guard + WORD_NOT:
    case role_good_wizard + WORD_NOT:
    case WORD_SUSPECT:
        return CLAIM_EVIL;
    case role_guard:
    case role_good_wizard:
    case role_traitor + WORD_NOT:
    case role_evil_wizard + WORD_NOT:
    case WORD_TRUST:
        return CLAIM_GOOD;
    default:
        return CLAIM_NONE;
    }
}

/* ---- every deal ---- */

struct deals {
    const struct state *s;
    uint8_t role[DEALS_MAX][VIEWS]; /* of everybody but the wizards */
    uint8_t side[SIDES_MAX][VIEWS]; /* of the wizards */
    int count, sides;
    struct {
        seat_t by, of;
        uint8_t claim;
    } said[VIEWS * VIEWS];
    int claims;
    int32_t log[role_end][TARGETS][CLAIMS];
};

/* All ways to deal the character cards to the seats from this one on, with so many of each left. */
static void deal_characters(struct deals *d, uint8_t *role, seat_t seat, int key_holders, int traitors,
                            int guards)
{
    const struct state *s = d->s;
    if (seat > s->presence.seats) {
        if (!key_holders && !traitors && !guards && d->count < DEALS_MAX)
            memcpy(d->role[d->count++], role, VIEWS);
        return;
    }
    if (s->wizards & SEAT(seat)) {
        deal_characters(d, role, (seat_t)(seat + 1), key_holders, traitors, guards);
        return;
    }
    uint8_t known = s->character[seat];
    const int left[] = {0, key_holders, guards, traitors};
    for (uint8_t character = character_key_holder; character <= character_traitor; character++)
        if ((!known || known == character) && left[character] > 0) {
            role[seat] = role_of(character, 0);
            deal_characters(d, role, (seat_t)(seat + 1), key_holders - (character == character_key_holder),
                            traitors - (character == character_traitor),
                            guards - (character == character_guard));
        }
    role[seat] = 0;
}

/* The same for the cards that only wizards have. */
static void deal_wizard_cards(struct deals *d, uint8_t *side, seat_t seat, int good, int evil)
{
    const struct state *s = d->s;
    while (seat <= s->presence.seats && !(s->wizards & SEAT(seat)))
        seat++;
    if (seat > s->presence.seats) {
        if (d->sides < SIDES_MAX)
            memcpy(d->side[d->sides++], side, VIEWS);
        return;
    }
    if (good && s->side[seat] != side_evil) {
        side[seat] = role_good_wizard;
        deal_wizard_cards(d, side, (seat_t)(seat + 1), good - 1, evil);
    }
    if (evil && s->side[seat] != side_good) {
        side[seat] = role_evil_wizard;
        deal_wizard_cards(d, side, (seat_t)(seat + 1), good, evil - 1);
    }
    side[seat] = 0;
}

static void hear(struct deals *d)
{
    const struct state *s = d->s;
    for (seat_t by = 1; by <= s->presence.seats; by++)
        for (seat_t of = 1; of <= s->presence.seats; of++) {
            enum claim claim = belief_claim(s, by, of);
            if (!claim)
                continue;
            d->said[d->claims].by = by;
            d->said[d->claims].of = of;
            d->said[d->claims++].claim = (uint8_t)claim;
        }
}

/* How likely it is, with this deal, that everything was said as it was. */
static int32_t weigh(const struct deals *d, const uint8_t *role)
{
    int32_t log = 0;
    for (int i = 0; i < d->claims; i++) {
        seat_t by = d->said[i].by, of = d->said[i].of;
        log += d->log[role[by]][by == of ? OF_ONESELF : role[of]][d->said[i].claim];
    }
    return log;
}

static void join(uint8_t *out, const uint8_t *role, const uint8_t *side)
{
    for (int seat = 0; seat < VIEWS; seat++)
        out[seat] = role[seat] ? role[seat] : side[seat];
}

static void sum_up(const struct deals *d, const int32_t *log, int32_t most, struct belief *out)
{
    struct {
        uint64_t key_holder, traitor, good;
    } sum[VIEWS] = {{0}};
    uint64_t all = 0;
    uint8_t role[VIEWS];
    for (int i = 0; i < d->count * d->sides; i++) {
        uint64_t weight = power_of(log[i] - most);
        join(role, d->role[i / d->sides], d->side[i % d->sides]);
        for (int seat = 1; seat < VIEWS; seat++) {
            sum[seat].key_holder += role[seat] == role_key_holder ? weight : 0;
            sum[seat].traitor += role[seat] == role_traitor ? weight : 0;
            sum[seat].good += role[seat] == role_good_wizard ? weight : 0;
        }
        all += weight;
    }
    for (int seat = 1; seat < VIEWS && all; seat++) {
        out->key_holder[seat] = (uint16_t)(sum[seat].key_holder * 1000 / all);
        out->traitor[seat] = (uint16_t)(sum[seat].traitor * 1000 / all);
        out->good[seat] = (uint16_t)(sum[seat].good * 1000 / all);
    }
}

/* What players say about others is mostly an echo of what was said before, most of all about wizards: it
 * counts for less than it seems to. */
static int32_t heed(int of, int claim, int32_t log)
{
    if (of == OF_ONESELF || claim == CLAIM_KEY_HOLDER)
        return log;
    return of == role_good_wizard || of == role_evil_wizard ? log / 4 : log / 2;
}

void belief_form(const struct state *s, struct belief *out)
{
    struct deals d;
    const manners_t *manners = belief_manners(s->presence.seats);
    const struct cast *cast = deal_cast(s->presence.seats);
    uint8_t role[VIEWS] = {0};
    int32_t log[DEALS_MAX * SIDES_MAX], most = INT32_MIN;
    memset(out, 0, sizeof *out);
    memset(&d, 0, sizeof d);
    d.s = s;
    hear(&d);
    for (int by = 0; by < role_end; by++)
        for (int of = 0; of < TARGETS; of++)
            for (int claim = 1; claim < CLAIMS; claim++)
                d.log[by][of][claim] = heed(of, claim, log_of((*manners)[by][of][claim]));
    deal_characters(&d, role, 1, cast->key_holders, cast->traitors, cast->guards);
    deal_wizard_cards(&d, role, 1, cast->good, cast->evil);
    for (int i = 0; i < d.count * d.sides; i++) {
        join(role, d.role[i / d.sides], d.side[i % d.sides]);
        log[i] = weigh(&d, role);
        most = log[i] > most ? log[i] : most;
    }
    sum_up(&d, log, most, out);
}
