/* wasm/maze/left_out.c -- what the engine of Magic Maze for browsers does without: each function declared
 * here stands in for one of games/maze/ (--wrap, cmake/wasm.cmake), which is then not part of the engine. */
#include "games/maze/play.h"

bool __wrap_tiles_parse(const char *text, size_t size, struct tile_set *out, struct complaint *why);
bool __wrap_maze_sound(const struct state *s);
void __wrap_roles_deal(struct turn *t);
void __wrap_role_settle(struct turn *t);
void __wrap_role_tick(struct turn *t);

/* A page is told which tiles there are; only the server reads tile sets. */
bool __wrap_tiles_parse(const char *text, size_t size, struct tile_set *out, struct complaint *why)
{
    (void)text, (void)size, (void)out, (void)why;
    return false;
}

/* Only tests ask. */
bool __wrap_maze_sound(const struct state *s)
{
    (void)s;
    return true;
}

/* Hidden roles take three players or more, and a page hosts one: it never knows all cards. */
void __wrap_roles_deal(struct turn *t)
{
    (void)t;
}

void __wrap_role_settle(struct turn *t)
{
    (void)t;
}

void __wrap_role_tick(struct turn *t)
{
    (void)t;
}
