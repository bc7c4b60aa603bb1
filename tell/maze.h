/* tell/maze.h -- shared by the files that tell Magic Maze. */
#ifndef TELL_MAZE_H
#define TELL_MAZE_H

#include "games/maze/play.h"
#include "tell/tell.h"
#include "tell/words.h"

/* maze.c: in words */
const char *maze_hero(uint8_t hero);                   /* enum hero */
const char *maze_action(uint8_t action);               /* enum action */
#define NAME(seat) words_seat(&s->presence, seat).text /* in a state `s` */

/* maze_mall.c: the mall, on stdout; in colours if that is a terminal */
void maze_draw(const struct state *s);

/* maze_show.c: what the gallery sees while a game is played, a teller's show() */
void maze_show(struct show *w, const struct state *s, const struct event *e);

#endif
