/* tell/tell.c -- the list of tellers, and how any game is told. */
#include "tell/tell.h"

#include <string.h>

#include "core/wire.h"
#include "tell/words.h"

static const struct teller *const tellers[] = {&maze_teller};
enum { TELLERS = sizeof tellers / sizeof *tellers };

static const struct teller *teller_of(const struct game *game)
{
    static const struct teller none;
    for (int i = 0; i < TELLERS; i++)
        if (tellers[i]->game == game)
            return tellers[i];
    return &none;
}

/* ---- one event ---- */

static void tell_by_def(FILE *out, const struct schema *schema, const struct seen *seen)
{
    char text[WIRE_MAX];
    wire_write_seen(schema, seen, text, sizeof text);
    fprintf(out, "%s %s", schema->events[seen->event.kind].doc, text);
}

static void tell_event(FILE *out, const struct game *game, const struct state *s, const struct seen *seen)
{
    const struct teller *its = teller_of(game);
    const struct event *e = &seen->event;
    fputs(words_time(e->at_ms).text, out);
    if (!its->column || !its->column(out, s, e))
        fputs("                  ", out);
    if (!(its->event && its->event(out, s, seen)) && !words_event(out, presence_of(game, s), e))
        tell_by_def(out, game->schema, seen);
    fputc('\n', out);
}

/* ---- the end ---- */

/* For any game: who has won, and the game's own word for why. */
static void tell_winners(FILE *out, const struct game *game, const struct state *s)
{
    struct result of[VIEWS] = {{0}};
    const struct presence *p = presence_of(game, s);
    uint8_t why = 0;
    int told = 0;
    game->winners(s, of);
    for (seat_t seat = 1; seat < VIEWS; seat++)
        why = of[seat].how == HOW_WON || !why ? of[seat].why : why;
    for (seat_t seat = 1; seat < VIEWS; seat++)
        if (of[seat].how == HOW_WON)
            fprintf(out, "%s%s", told++ ? " and " : "won by ", words_seat(p, seat).text);
    fprintf(out, "%s (%.*s)", told ? "" : "won by nobody", game->endings[why].size - 2,
            game->endings[why].text + 1);
}

/* P1.9 */
static bool abandoned(const struct game *game, const struct state *s)
{
    struct result of[VIEWS] = {{0}};
    game->winners(s, of);
    return of[1].how == HOW_ABANDONED;
}

void tell_result(FILE *out, const struct game *game, const struct state *s)
{
    const struct teller *its = teller_of(game);
    if (!game->over(s))
        fputs("not finished", out);
    else if (abandoned(game, s))
        fputs("not finished: the players ended it", out);
    else if (its->result)
        its->result(out, s);
    else
        tell_winners(out, game, s);
}

/* ---- the whole story ---- */

struct story {
    FILE *out;
    const struct game *game;
    int as;
    bool json;
    _Alignas(8) uint8_t known[STATE_MAX];
};

static struct state *known(struct story *story)
{
    return (struct state *)(void *)story->known;
}

static void tell(struct story *story, const struct seen *seen)
{
    char text[WIRE_MAX];
    story->game->apply(known(story), &seen->event);
    if (story->json && wire_write_seen(story->game->schema, seen, text, sizeof text))
        fprintf(story->out, "%s\n", text);
    if (!story->json)
        tell_event(story->out, story->game, known(story), seen);
}

static void tell_if_shown(void *of, seats_t who, const struct seen *seen)
{
    struct story *story = of;
    if (who & SEAT(story->as))
        tell(story, seen);
}

/* The truth is the story of somebody who is in on every secret. */
static void tell_truth(struct story *story, const struct table *t)
{
    struct seen seen;
    for (const struct event *e = table_next(t, NULL); e; e = table_next(t, e))
        if (see(t->game->schema, e, true, &seen))
            tell(story, &seen);
}

void tell_table(FILE *out, struct table *t, const char *date, int as, bool json)
{
    struct story story = {.out = out, .game = t->game, .as = as, .json = json};
    const struct teller *its = teller_of(t->game);
    if (as == TELL_TRUTH)
        tell_truth(&story, t);
    else
        table_show(t, tell_if_shown, &story);
    if (json)
        return;
    fputs("Result: ", out);
    tell_result(out, t->game, known(&story));
    fputc('\n', out);
    if (its->farewell)
        its->farewell(out, known(&story), date);
}

/* ---- drawing a game as it is played ---- */

bool show_open(struct show *w, const struct game *game, uint64_t seed)
{
    *w = (struct show){.teller = teller_of(game), .seed = seed};
    return w->teller->show;
}

void show_watch(void *show, seats_t who, const struct seen *seen)
{
    struct show *w = show;
    struct state *view = (struct state *)(void *)w->view;
    (void)who;
    w->teller->game->apply(view, &seen->event);
    w->teller->show(w, view, &seen->event);
}
