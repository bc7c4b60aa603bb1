/* server/rounds.h -- one game after another at a table: the same again, or a different one (P1.6).
 *
 * The end of one and the beginning of the next are stored together. */
#ifndef SERVER_ROUNDS_H
#define SERVER_ROUNDS_H

#include "server/links.h"

/* NULL: done, and `from` will be answered as `re`. */
const struct refusal *rounds_play_again(struct host *h, struct hosted *t, struct link *from, uint32_t re);
const struct refusal *rounds_change_game(struct host *h, struct hosted *t, const char *name,
                                         struct link *from, uint32_t re);

#endif
