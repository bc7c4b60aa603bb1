/* bench/floor.h -- the floor that `turncoat bench server` measures against: a bare loop that hands every
 * message to four connections. */
#ifndef BENCH_FLOOR_H
#define BENCH_FLOOR_H

#include <stddef.h>

/* Serves on a listening socket until it is killed.  Every command is answered and
 * told to the four connections of its table, each message padded to
 * `story_size` bytes; every page is `page_size` bytes long. */
void floor_serve(int listener, int tables, size_t story_size, size_t page_size);

#endif
