/* bots/role_spoil.c -- what a traitor does against the plan, where it can be explained: a hero that nobody
 * needs just now goes astray, or an hourglass space is used up when a flip gains little. */
#include "bots/role_bot.h"

enum {
    SPOIL_AGAIN_MS = 12000,
    SPOIL_LOOK_MS = 2000, /* it looks for a chance every so often */
    SPOIL_LEAST = 3 * COST_ACTION,
    SPOILS_TRIED = 96,
    COVER_MS = 4000,  /* after a discussion, nobody knows yet who does what */
    WASTE_LEAST = 40, /* percent of the sand */
    WASTE_MOST = 68,
    WASTE_HARM = 100,
};

/* Somebody else could have meant to make room with it, or the tiles have just changed hands. */
static bool covered(const struct role_mind *m, const struct state *s, const struct plan *plan, int hero,
                    int64_t now_ms)
{
    bool idle = !plan->step[hero].action;
    return idle || (s->spaces_used && now_ms - m->hushed_ms < COVER_MS);
}

/* An hourglass space entered when a flip gains little is a space less for when it would gain much; not so
 * early that everybody would know. */
static int waste(const struct state *s, int64_t now_ms)
{
    int64_t percent = role_sand_ms(s, now_ms) * 100 / s->sand.holds_ms;
    return percent >= WASTE_LEAST && percent <= WASTE_MOST ? WASTE_HARM : 0;
}

/* How much further away from where it is needed the hero would be. */
int role_harm(const struct state *s, const struct input *in, int hero, int64_t now_ms)
{
    enum aim aim = role_aim(s);
    place_t to = PLACE(BODY(in, move_hero)->tile, BODY(in, move_hero)->space);
    if (mall_flips(s, to))
        return waste(s, now_ms);
    if (to == s->hero_at[hero])
        return COST_FAR;
    int was = path_cost(s, hero, s->hero_at[hero], aim), is = path_cost(s, hero, to, aim);
    return was == COST_FAR || is == COST_FAR ? 0 : is - was;
}

bool role_spoils(struct bot *b, struct role_mind *m, const struct state *view, const struct plan *plan,
                 int64_t now_ms, struct input *out)
{
    struct input may[SPOILS_TRIED];
    if (!role_am_traitor(view, b->seat) || role_needs_theft(view, b->seat) || role_stands_out(b, m, view) ||
        view->discards_due || now_ms - m->spoilt_ms < SPOIL_AGAIN_MS)
        return false;
    m->spoilt_ms = now_ms - SPOIL_AGAIN_MS + SPOIL_LOOK_MS; /* it looks for a chance every so often */
    int count = maze_legal(view, b->seat, may, SPOILS_TRIED), worst = SPOIL_LEAST - 1, found = -1;
    for (int i = 0; i < count; i++) {
        int hero = BODY(&may[i], move_hero)->hero - 1;
        if (may[i].kind != CMD_move_hero)
            continue;
        int much = role_harm(view, &may[i], hero, now_ms);
        if (much > worst && (much == WASTE_HARM || covered(m, view, plan, hero, now_ms)) &&
            role_omen(view, b->seat, &may[i], now_ms) != OMEN_BAD)
            worst = much, found = i;
    }
    if (found < 0)
        return false;
    *out = may[found];
    m->spoilt_ms = now_ms;
    return true;
}
