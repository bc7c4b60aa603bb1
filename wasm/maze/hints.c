/* wasm/maze/hints.c -- what a page that gives hints needs to know about the mall it draws.
 *
 * A hero is 0 to 3, a place is tile << 4 | space, an aim is one of enum aim (games/maze/path.h, which also
 * explains costs and room).  Room below 0 is a loss.  Both are -1 if no game is open, or if there is
 * no such hero in the mall, no such place or no such aim.
 *
 *   aims()                  the names of all aims, in the order of their numbers: JSON in the outbox; returns
 *                           its length
 *   far()                   the cost where there is no way
 *   cost(hero, place, aim)  what the aim costs the hero from that place
 *   room(hero, place, aim)  how much all of them gain if the hero goes there to make room */
#include "core/pen.h"
#include "games/maze/path.h"
#include "games/maze/tiles.h"
#include "wasm/engine.h"

typedef int weigh(const struct state *s, int hero, place_t at, enum aim aim);

static int weighed(weigh *how, uint32_t hero, uint32_t place, uint32_t aim)
{
    const struct state *s = state_of(engine_drawing());
    bool known = engine_game && hero < HEROES && s->hero_at[hero] && place < PLACES && aim < AIMS &&
                 mall_has(s, PLACE_TILE((int)place), PLACE_SPACE((int)place));
    return known ? how(s, (int)hero, (place_t)place, (enum aim)aim) : -1;
}

EXPORT("aims") size_t engine_aims(void)
{
    static const char *const names[AIMS] = {
        [AIM_EXPLORE] = "explore", [AIM_STEAL] = "item", [AIM_LEAVE] = "exit", [AIM_FLIP] = "hourglass"};
    struct pen p = pen_on(engine_out, sizeof engine_out);
    for (int aim = 0; aim < AIMS; aim++) {
        pen_text(&p, aim ? "\",\"" : "[\"");
        pen_text(&p, names[aim]);
    }
    pen_text(&p, "\"]");
    return pen_done(&p, engine_out);
}

EXPORT("far") int engine_far(void)
{
    return COST_FAR;
}

EXPORT("cost") int engine_cost(uint32_t hero, uint32_t place, uint32_t aim)
{
    return weighed(path_cost, hero, place, aim);
}

EXPORT("room") int engine_room(uint32_t hero, uint32_t place, uint32_t aim)
{
    return weighed(path_room, hero, place, aim);
}
