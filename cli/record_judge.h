/* cli/record_judge.h -- is what a record tells what the game's own rules make of it?
 *
 * A record holds what happened, not what was asked for; but the first fact of every command tells what was
 * asked.  So every command is asked again and judged by the game's own decide(), and what follows must be
 * what the record says: the same facts, with the same fields, shown to the same seats, at the same time.
 * What dice decided is taken from the record, if dice could have decided so.  No rule of any game is written
 * here. */
#ifndef CLI_RECORD_JUDGE_H
#define CLI_RECORD_JUDGE_H

#include "core/complaint.h"
#include "table/table.h"

/* What has to be known of one game. */
struct record_judge {
    const struct game *game;
    /* What was asked, if this was the first that followed.  False: it never follows first. */
    bool (*ask)(const struct state *s, const struct event *e, struct input *in);
    /* Does it say the same?  Of what dice decide: could they have made it `told`, which now is `made`? */
    bool (*same)(const struct state *s, const struct event *told, const struct event *made);
};
extern const struct record_judge record_judge_null, record_judge_maze;

/* The same for the facts of rules/, which all games share. */
bool record_judge_ask_shared(const struct event *e, struct input *in);

/* Judges the whole log of a table.  On failure `why` tells the line of the record, and the reason. */
bool record_judge(const struct table *t, struct complaint *why);

#endif
