/* server/options.h -- what a table is going to play: the fields of the game's set_up, before it begins. */
#ifndef SERVER_OPTIONS_H
#define SERVER_OPTIONS_H

#include "core/complaint.h"
#include "server/json.h"
#include "server/links.h"

bool options_read(const struct hosted *t, const struct json *text, struct input *out, struct complaint *why);
/* NULL: done, and `from` will be answered as `re`. */
const struct refusal *options_choose(struct host *h, struct link *from, uint32_t re, const struct json *text,
                                     struct complaint *why);
/* Gives the table these options and stores them.  The caller has asked for room. */
void options_take(struct host *h, struct hosted *t, const struct input *chosen);
void options_tell(struct host *h, struct hosted *t, struct link *l); /* NULL: to all */

#endif
