/* tests/help/faulty_maze.c -- Magic Maze with one bug: it fails when somebody says "a fault".  Linked into
 * `turncoat` instead of the real games, to see from outside what happens then. */
#include "core/turn.h"

#define DEF "rules/hush.def"
#include "core/def_types.h"

extern const struct game maze, null;
static struct game faulty_maze;

static refusal_t decide(struct turn *t)
{
    CHECK(t->in->kind != CMD_say || strcmp(BODY(t->in, say)->text, "a fault") != 0);
    return maze.decide(t);
}

__attribute__((constructor)) static void plant(void)
{
    faulty_maze = maze;
    faulty_maze.decide = decide;
}

const struct game *const games[] = {&faulty_maze, &null, 0};
