/* winnable/random_malls.c -- malls explored at random. */
#include "winnable/random_malls.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Not core/dice.h: nobody gains by foreseeing these, and a search draws hundreds of millions of them. */
static uint64_t random_number(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u; /* splitmix64 */
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static int random_below(uint64_t *state, int below)
{
    return (int)((random_number(state) >> 32) * (uint64_t)below >> 32);
}

/* Shuffles the pile and explores at random until it is laid (true) or the mall is locked (false). */
static bool random_mall(struct layout *l, struct pile *p, uint64_t *state)
{
    for (int i = p->count - 1; i > 0; i--) {
        int k = random_below(state, i + 1);
        uint8_t tile = p->tile[i], shape = p->shape[i];
        p->tile[i] = p->tile[k];
        p->shape[i] = p->shape[k];
        p->tile[k] = tile;
        p->shape[k] = shape;
    }
    layout_begin(l);
    for (int i = 0; i < p->count; i++) {
        if (l->open.count == 0)
            return false;
        layout_lay(l, p->tile[i], p->shape[i], l->open.at[random_below(state, l->open.count)]);
    }
    return true;
}

double rate_at_most(uint64_t hits, uint64_t tries)
{
    const double z = 2.576, n = (double)tries, p = (double)hits / n;
    return (p + z * z / (2 * n) + z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))) / (1 + z * z / n);
}

bool random_malls_report(struct pile pile, FILE *out, uint32_t malls, uint64_t seed)
{
    static struct layout mall;
    struct piece piece[PILE_MAX]; /* of the first stuck mall */
    int laid = 0;
    uint64_t stuck = 0, state = seed ^ (uint64_t)pile.last << 56;
    memset(&mall, 0, sizeof mall);
    for (uint32_t i = 0; i < malls; i++)
        if (!random_mall(&mall, &pile, &state) && stuck++ == 0) {
            memcpy(piece, mall.piece, sizeof piece);
            laid = mall.laid;
        }
    double bound = rate_at_most(stuck, malls);
    bool good = bound < 1e-5;
    fprintf(out, "  %s: %" PRIu64 " of %" PRIu32 " malls stuck: at most %.2f in a million (99 %% sure)%s\n",
            pile.label, stuck, malls, bound * 1e6,
            good                     ? ""
            : stuck > malls / 100000 ? " -- FALSE"
                                     : " -- NOT SHOWN");
    if (!good && stuck) {
        fprintf(out, "    the first one, after %d of %d tiles:\n", laid, pile.count);
        layout_print(out, piece, laid);
    }
    return good;
}
