/* bots/role_rule.c -- within the rule of the own card (H5.2): what it forbids, and what it demands. */
#include "bots/role_bot.h"

enum {
    ENOUGH_TALK_MS = 5000, /* before the card finds it too long */
    TRIES = 96,
};

/* The same way, but no further than that. */
static place_t shortened(const struct state *s, const struct step *step, int most)
{
    place_t at = step->from;
    for (int i = 0; i < most && at != step->to; i++)
        at = mall_step(s, at, step->action - 1, passes_small(s, step->hero));
    return at;
}

struct step role_within(const struct state *view, seat_t seat, const struct step *step)
{
    const struct role *role = role_of(view, seat);
    struct step own = *step;
    if (step->action == DO_TURN_HOURGLASS) /* everybody has looked first */
        return (role_in_game(view) & ~view->roles.looked) && !view->roles.free ? (struct step){0} : own;
    if (step->action >= DO_DISCARD)
        return own;
    if (roles_action_refusal(view, seat))
        return (struct step){0};
    if (step->action == action_explore || step->action == DO_GAZE)
        return own;
    if (role->rule == CARD_RULE_STEPS && step->action <= action_west)
        own.to = shortened(view, step, role->rule_number);
    if (!own.to || roles_move_refusal(view, seat, step->hero, own.to, 1))
        return (struct step){0};
    return own;
}

/* Impatient: no discussion lasts longer than its card says, whoever is discussing (P7.4). */
bool role_ends_talk(const struct bot *b, const struct state *view, int64_t now_ms, struct input *out)
{
    const struct role *role = role_of(view, b->seat);
    int64_t talked_ms = clock_play_ms(&view->clock, now_ms) - view->roles.talk_ms;
    struct input may[TRIES];
    int least = COST_FAR, found = -1;
    if (role->rule != CARD_RULE_DISCUSSION || !view->roles.talk_ms || view->discards_due ||
        talked_ms < role->rule_number * 1000 - ENOUGH_TALK_MS)
        return false;
    int count = maze_legal(view, b->seat, may, TRIES);
    for (int i = 0; i < count; i++) {
        if (may[i].kind != CMD_move_hero)
            continue;
        int much = role_harm(view, &may[i], BODY(&may[i], move_hero)->hero - 1, now_ms);
        if (much < least)
            least = much, found = i;
    }
    if (found >= 0)
        *out = may[found];
    return found >= 0;
}
