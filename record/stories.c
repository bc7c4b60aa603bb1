/* record/stories.c -- counting in stories and in the log. */
#include "record/stories.h"

#include "core/schema.h"
#include "core/see.h"

void stories_add(struct stories *s, const struct game *game, const struct event *e)
{
    seats_t knows = 0;
    for (seat_t who = 0; who < VIEWS; who++)
        if (see_known_to(game->schema, e, who)) {
            knows |= SEAT(who);
            s->told[who]++;
        }
    s->knows[s->count++ % STORIES_PAST] = knows;
}

seq_t stories_in_log(const struct stories *s, seat_t who, seq_t seen)
{
    seq_t number = who < VIEWS ? s->told[who] : 0, last = s->count;
    for (; number > seen && last && s->count - last < STORIES_PAST; last--)
        number -= s->knows[(last - 1) % STORIES_PAST] >> who & 1;
    return last;
}
