/* bots/role_hold.c -- how long a step of the plan is left undone, and why.
 *
 * At a table with roles everybody's attention lapses now and then, as people's does: otherwise every delay
 * would be a confession.  A traitor lets it lapse on purpose: most where it alone could do the step or others
 * could have done it too, and only as long as it does not stand out, which it counts as the others do. */
#include "bots/role_bot.h"

enum {
    PLAYERS_FEW = 4,
    PLAYERS_MOST = 8,
    USUAL_TILES = 11,
    USUAL_SAND_S = 180,
    AWAKE_PERCENT = 70, /* where the pawn hurries nobody, or only one may move it, people stay awake */
    LAPSE_LEAST_MS = 2000,
    LAPSE_MOST_MS = 14000,
    HOLD_LEAST_MS = 4000, /* a traitor among four; it is needed the less, the more there are */
    HOLD_MOST_MS = 15000,
    STRIKE_MS = 30000,    /* with so little sand, or heroes leaving, there is nothing to lose: */
    END_LEAST_MS = 15000, /* then it holds back as long as this */
    END_MOST_MS = 40000,
    AVOID_MS = 9000, /* a hero, for the sake of its own mission; */
    AVOID_ONCE_MS = 25000,
    LINGER_LEAST_MS = 6000, /* or to be noticed, one time in: */
    LINGERS = 6,
};

/* How often, in thousandths of the steps: with 4 to 8 players, at each level.  Found by playing until heroes
 * win about every other game on the tiles 2 to 12 (docs/bots.md). */
static const uint16_t lapses[ROLE_LEVELS][PLAYERS_MOST - PLAYERS_FEW + 1] = {
    {600, 715, 750, 805, 905}, {490, 530, 600, 640, 690}, {510, 575, 670, 685, 730},
    {470, 525, 580, 665, 680}, {435, 560, 600, 620, 690},
};

/* With more tiles to lay, or less sand, everybody takes more care. */
static int lapses_of(const struct state *s)
{
    int players = s->presence.seats, level = s->roles.level, tiles = seats_count(s->scenario.tiles);
    players = players < PLAYERS_FEW ? PLAYERS_FEW : players > PLAYERS_MOST ? PLAYERS_MOST : players;
    int usual = lapses[(level - 1) % ROLE_LEVELS][players - PLAYERS_FEW];
    if (rule(s, RULE_NO_PAWN | RULE_EMPTY_HANDED))
        usual = usual * AWAKE_PERCENT / 100;
    return usual * USUAL_TILES / (tiles ? tiles : 1) * s->scenario.sand_s / USUAL_SAND_S;
}

static int64_t lapse_ms(struct bot *b, struct role_mind *m, const struct state *view)
{
    int64_t lapse = role_draw(b, LAPSE_LEAST_MS, LAPSE_MOST_MS);
    return (int)pace_below(&b->pace, 1000) < lapses_of(view) * m->dreamy / 100 ? lapse : 0;
}

/* Does it risk being accused, as it sees the others' patience? */
bool role_stands_out(const struct bot *b, const struct role_mind *m, const struct state *view)
{
    return role_score(view, m, b->seat) * 100 >= role_patience(view, m, b->seat) * m->bold;
}

/* Will the heroes be out soon?  Then there is nothing to lose. */
static bool near_the_end(const struct state *s)
{
    return s->theft && s->left;
}

static int64_t traitor_ms(struct bot *b, struct role_mind *m, const struct state *view, int64_t lapsed_ms,
                          int64_t now_ms)
{
    if (role_needs_theft(view, b->seat))
        return lapsed_ms;
    if (near_the_end(view) || role_sand_ms(view, now_ms) < STRIKE_MS)
        return role_draw(b, END_LEAST_MS, END_MOST_MS);
    if (role_stands_out(b, m, view))
        return lapsed_ms;
    return role_draw(b, HOLD_LEAST_MS, HOLD_MOST_MS) * view->presence.seats / 4;
}

/* The own mission: it avoids what would make it impossible, as long as that is cheap; and it waits for others
 * to notice it. */
static int64_t hero_ms(struct bot *b, struct role_mind *m, const struct state *view, const struct step *step,
                       int64_t now_ms, int64_t lapsed_ms)
{
    struct input in;
    step_ask(&in, b->seat, step);
    enum omen omen = role_omen(view, b->seat, &in, now_ms);
    if (omen == OMEN_GOOD)
        return 0;
    if (omen == OMEN_BAD) {
        bool once = !m->wished;
        m->wished = true;
        return once ? AVOID_ONCE_MS : AVOID_MS;
    }
    return role_lingers(view, b->seat) && !lapsed_ms && !pace_below(&b->pace, LINGERS)
               ? role_draw(b, LINGER_LEAST_MS, AVOID_MS)
               : lapsed_ms;
}

int64_t role_hold_ms(struct bot *b, struct role_mind *m, const struct state *view, const struct step *step,
                     int64_t now_ms)
{
    if (!view->running || step->action >= DO_DISCARD)
        return 0;
    int64_t lapsed_ms = lapse_ms(b, m, view);
    return role_am_traitor(view, b->seat) ? traitor_ms(b, m, view, lapsed_ms, now_ms)
                                          : hero_ms(b, m, view, step, now_ms, lapsed_ms);
}
