/* games/maze/sound.c -- what is always true of a table of Magic Maze, of the
 * truth and of every view. */
#include "games/maze/play.h"

static bool heroes_sound(const struct state *s)
{
    for (int h = 0; h < HEROES; h++) {
        place_t at = s->hero_at[h];
        bool left = s->left >> h & 1;
        if (s->ready && !left && !at)
            return false;
        if (at &&
            (!s->mall[PLACE_TILE(at)].laid || mall_space(s, at) == space_solid || mall_hero(s, at) != h))
            return false;
        if (left && !s->theft)
            return false;
        if (at && rule(s, RULE_ONE_PER_TILE) && PLACE_TILE(at) != 1 && mall_crowded(s, PLACE_TILE(at), h))
            return false;
    }
    return true;
}

static bool mall_sound(const struct state *s)
{
    for (int n = 1; n <= TILES_MAX; n++) {
        const struct tile *tile = &s->mall[n];
        if (!tile->laid && (tile->used || tile->turns))
            return false;
        for (int d = 0; d < DIRECTIONS; d++)
            if (tile->link[d] && (!tile->laid || s->mall[tile->link[d]].link[mall_opposite[d]] != n ||
                                  mall_beyond(s, n, d) != tile->link[d]))
                return false;
        for (int m = 1; m < n; m++)
            if (tile->laid && s->mall[m].laid && tile->east == s->mall[m].east &&
                tile->south == s->mall[m].south)
                return false;
    }
    return true;
}

/* Every tile of the scenario is either laid or in the pile, once. */
static bool pile_sound(const struct state *s)
{
    int laid = 0, tiles = 0;
    for (int n = 2; n <= TILES_MAX; n++) {
        laid += s->mall[n].laid;
        tiles += (s->scenario.tiles >> n & 1) != 0;
    }
    for (int i = 0; i < s->pile_count; i++) {
        if (s->mall[s->pile[i]].laid)
            return false;
        for (int j = 0; j < i; j++)
            if (s->pile[i] && s->pile[i] == s->pile[j])
                return false;
    }
    return !s->ready || laid + s->pile_count == tiles;
}

static bool seats_sound(const struct state *s)
{
    for (int i = 0; i < s->action_tiles; i++)
        if (!presence_sits(&s->presence, s->holder[i]) || s->holder[i] == s->empty_handed)
            return false;
    return s->pawn <= s->presence.seats;
}

static bool specials_sound(const struct state *s)
{
    int cameras = 0;
    for (int n = 1; n <= TILES_MAX; n++)
        for (int i = 0; i < SPACES && s->mall[n].laid; i++)
            cameras += mall_space(s, PLACE(n, i)) == space_camera && !mall_used(s, PLACE(n, i));
    place_t ball = s->hero_at[hero_sorceress - 1];
    return cameras == s->cameras &&
           (!s->ball_open || (mall_space(s, ball) == space_ball && mall_used(s, ball)));
}

/* M8.7: the heroes that are still in the mall are never all four in one dimension. */
static bool dimensions_sound(const struct state *s)
{
    int apart = 0;
    for (int h = 0; h < HEROES; h++)
        apart += mall_apart(s, s->hero_at[h]);
    return !rule(s, RULE_DIMENSIONS) || s->left || (apart != 0 && apart != HEROES);
}

bool maze_sound(const struct state *s)
{
    /* Setting up is one command of many events, that talk opens is the last: before nothing stands yet. */
    if (!s->ready || !s->hush.talk)
        return true;
    return heroes_sound(s) && mall_sound(s) && pile_sound(s) && seats_sound(s) && specials_sound(s) &&
           dimensions_sound(s) && roles_sound(s) && s->discards_due <= 2 &&
           (!s->running || s->sand.left_ms <= s->sand.holds_ms);
}
