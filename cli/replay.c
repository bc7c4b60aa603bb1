/* cli/replay.c -- `turncoat replay`: checks a record and tells it.
 *
 * It folds what it tells by the game's own apply(), and knows no rule. */
#include "cli/replay.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/commands.h"
#include "core/wire.h"
#include "games/maze/maze.h"

/* ---- words ---- */

struct words {
    char text[NAME_BYTES_MAX + 32];
};

static struct words words_time(int64_t ms)
{
    struct words w;
    int64_t s = ms / 1000;
    snprintf(w.text, sizeof w.text, "%02" PRId64 ":%02d.%03d", s / 60, (int)(s % 60), (int)(ms % 1000));
    return w;
}

static struct words words_seat(const struct state *s, unsigned seat)
{
    struct words w;
    const char *name = seat < VIEWS ? s->presence.player[seat].name : "";
    if (seat == 0)
        snprintf(w.text, sizeof w.text, "nobody");
    else if (*name)
        snprintf(w.text, sizeof w.text, "%s", name);
    else if (seat <= s->presence.seats)
        snprintf(w.text, sizeof w.text, "somebody"); /* whose name was deleted (P8.3) */
    else
        snprintf(w.text, sizeof w.text, "seat %u", seat);
    return w;
}

static struct words words_place(unsigned tile, unsigned space)
{
    struct words w;
    snprintf(w.text, sizeof w.text, "tile %u, row %u, column %u", tile, space / 4, space % 4);
    return w;
}

static const char *hero_word(uint8_t hero)
{
    static const char *const word[hero_end] = {"hero", "barbarian", "sorceress", "elf", "dwarf"};
    return word[hero < hero_end ? hero : 0];
}

static const char *action_word(uint8_t action)
{
    static const char *const word[action_end] = {"somehow", "north",   "east",   "south",
                                                 "west",    "explore", "vortex", "escalator"};
    return word[action < action_end ? action : 0];
}

static void tell_actions(FILE *out, unsigned actions)
{
    for (uint8_t a = action_north; a < action_end; a++)
        if (actions >> (a - 1) & 1)
            fprintf(out, " %s", action_word(a));
}

#define SEAT_WORDS(seat) words_seat(s, seat).text

/* ---- one event in plain English; `s` is what is known after it ---- */

static void tell_holders(FILE *out, const struct state *s)
{
    for (int i = 0; i < s->action_tiles; i++) {
        fprintf(out, "%s %s:", i ? ";" : "", SEAT_WORDS(s->holder[i]));
        tell_actions(out, s->action_tile[i]);
    }
}

static void tell_numbers(FILE *out, const uint8_t *list, int count)
{
    for (int i = 0; i < count; i++)
        fprintf(out, " %u", list[i]);
}

static bool tell_set_up(FILE *out, const struct state *s, const struct seen *seen)
{
    const struct event *e = &seen->event;
    switch (e->kind) {
    case EV_tile_offered:
        fprintf(out, "Tile %u is in the box", BODY(e, tile_offered)->number);
        return true;
    case EV_game_set_up:
        fprintf(out, "The scenario is \"%s\"", s->scenario.title);
        return true;
    case EV_pile_shuffled:
        fprintf(out, "The pile of %u tiles is shuffled", BODY(e, pile_shuffled)->count);
        if (seen->inside) {
            fputs(", from the bottom:", out);
            tell_numbers(out, s->pile, s->pile_count);
        }
        return true;
    case EV_next_tile_shown:
        fprintf(out, "The next tile of the pile is tile %u", BODY(e, next_tile_shown)->tile);
        return true;
    case EV_hero_placed: {
        const struct hero_placed *x = BODY(e, hero_placed);
        fprintf(out, "The %s begins on %s", hero_word(x->hero), words_place(x->tile, x->space).text);
        return true;
    }
    case EV_actions_dealt:
        fputs("The action tiles are dealt:", out);
        tell_holders(out, s);
        return true;
    default:
        return false;
    }
}

static void tell_move(FILE *out, const struct state *s, const struct hero_moved *x)
{
    const char *hero = hero_word(x->hero);
    fprintf(out, "%s ", SEAT_WORDS(x->by));
    if (x->how == action_vortex)
        fprintf(out, "takes the %s through a vortex", hero);
    else if (x->how == action_escalator)
        fprintf(out, "takes the %s along the escalator", hero);
    else
        fprintf(out, "moves the %s %s", hero, action_word(x->how));
    fprintf(out, " to %s", words_place(x->tile, x->space).text);
}

static void tell_laid(FILE *out, const struct state *s, const struct tile_laid *x)
{
    if (!x->by)
        fprintf(out, "Tile %u lies on the table", x->tile);
    else if (x->ball)
        fprintf(out, "%s looks into the crystal ball and lays tile %u", SEAT_WORDS(x->by), x->tile);
    else
        fprintf(out, "%s explores with the %s and lays tile %u", SEAT_WORDS(x->by), hero_word(x->hero),
                x->tile);
}

static bool tell_play(FILE *out, const struct state *s, const struct event *e)
{
    switch (e->kind) {
    case EV_hourglass_turned:
        fprintf(out, "%s turns the hourglass: the game begins", SEAT_WORDS(BODY(e, hourglass_turned)->by));
        return true;
    case EV_hero_moved:
        tell_move(out, s, BODY(e, hero_moved));
        return true;
    case EV_tile_laid:
        tell_laid(out, s, BODY(e, tile_laid));
        return true;
    case EV_hourglass_flipped: {
        const struct hourglass_flipped *x = BODY(e, hourglass_flipped);
        fprintf(out, "The hourglass is flipped on %s", words_place(x->tile, x->space).text);
        return true;
    }
    case EV_actions_passed:
        fputs("The action tiles are passed to the left:", out);
        tell_holders(out, s);
        return true;
    case EV_camera_broken:
        fprintf(out, "The barbarian breaks the camera of tile %u", BODY(e, camera_broken)->tile);
        return true;
    case EV_theft_done:
        fputs("The theft! All four items are taken; vortexes are dead", out);
        return true;
    case EV_hero_left:
        fprintf(out, "The %s has left%s", hero_word(BODY(e, hero_left)->hero),
                BODY(e, hero_left)->stays ? " and stays on the exit" : " the mall");
        return true;
    case EV_discards_ordered:
        fprintf(out, "%u laid tiles must be discarded", BODY(e, discards_ordered)->count);
        return true;
    case EV_tile_discarded:
        fprintf(out, "%s discards tile %u", SEAT_WORDS(BODY(e, tile_discarded)->by),
                BODY(e, tile_discarded)->tile);
        return true;
    case EV_game_ended:
        fputs("The game is over: ", out);
        replay_result(out, &maze, s);
        return true;
    default:
        return false;
    }
}

static bool tell_solo(FILE *out, const struct state *s, const struct seen *seen)
{
    if (seen->event.kind == EV_action_turned) {
        fprintf(out, "The next action tile is turned over: %s",
                action_word(BODY(&seen->event, action_turned)->action));
        return true;
    }
    if (seen->event.kind != EV_deck_shuffled)
        return false;
    fputs("The action tiles are shuffled", out);
    for (int i = 0; seen->inside && i < 7; i++)
        fprintf(out, "%s %s", i ? "," : ":", action_word(s->deck[i]));
    return true;
}

static bool tell_company(FILE *out, const struct state *s, const struct event *e)
{
    switch (e->kind) {
    case EV_pawn_placed:
        fprintf(out, "%s puts the pawn in front of %s", SEAT_WORDS(BODY(e, pawn_placed)->by),
                SEAT_WORDS(BODY(e, pawn_placed)->seat));
        return true;
    case EV_stared:
        if (BODY(e, stared)->seat)
            fprintf(out, "%s stares at %s", SEAT_WORDS(BODY(e, stared)->by),
                    SEAT_WORDS(BODY(e, stared)->seat));
        else
            fprintf(out, "%s looks away", SEAT_WORDS(BODY(e, stared)->by));
        return true;
    case EV_pointed:
        fprintf(out, "%s points at %s", SEAT_WORDS(BODY(e, pointed)->by),
                words_place(BODY(e, pointed)->tile, BODY(e, pointed)->space).text);
        return true;
    case EV_said:
        fprintf(out, "%s %s%s", SEAT_WORDS(BODY(e, said)->by),
                BODY(e, said)->text[0] ? "says: " : "said something that was deleted", BODY(e, said)->text);
        return true;
    case EV_reacted: {
        static const char *const word[reaction_end] = {"nothing", "yes",   "no",     "laughter", "wonder",
                                                       "hurry",   "sorry", "thanks", "bravo"};
        uint8_t shown = BODY(e, reacted)->reaction;
        fprintf(out, "%s shows: %s", SEAT_WORDS(BODY(e, reacted)->by),
                word[shown < reaction_end ? shown : 0]);
        return true;
    }
    case EV_talk_changed: {
        static const char *const word[talk_end] = {"is unknown", "is forbidden", "is by gestures only",
                                                   "is open"};
        uint8_t talk = BODY(e, talk_changed)->talk;
        fprintf(out, "Talk %s", word[talk < talk_end ? talk : 0]);
        return true;
    }
    default:
        return false;
    }
}

static bool tell_seats(FILE *out, const struct state *s, const struct event *e)
{
    switch (e->kind) {
    case EV_seats_reordered:
        fputs("The players change places:", out);
        for (seat_t seat = 1; seat <= s->presence.seats; seat++)
            fprintf(out, "%s %s", seat == 1 ? "" : ",", SEAT_WORDS(seat));
        return true;
    case EV_seat_left:
        fprintf(out, "Whoever had seat %u has left", BODY(e, seat_left)->seat);
        return true;
    case EV_seat_given_up:
        fprintf(out, "%s has left; a bot plays the seat", SEAT_WORDS(BODY(e, seat_given_up)->seat));
        return true;
    case EV_table_locked:
        fputs(BODY(e, table_locked)->locked ? "The table is locked" : "The table is open again", out);
        return true;
    case EV_host_changed:
        fprintf(out, "%s is the host", SEAT_WORDS(BODY(e, host_changed)->seat));
        return true;
    case EV_seat_ready:
        fprintf(out, "%s is %sready", SEAT_WORDS(BODY(e, seat_ready)->seat),
                BODY(e, seat_ready)->ready ? "" : "not yet ");
        return true;
    default:
        return false;
    }
}

static bool tell_table(FILE *out, const struct state *s, const struct event *e)
{
    switch (e->kind) {
    case EV_seat_taken:
        fprintf(out, "%s takes seat %u%s", SEAT_WORDS(BODY(e, seat_taken)->seat), BODY(e, seat_taken)->seat,
                BODY(e, seat_taken)->bot ? " (a bot)" : "");
        return true;
    case EV_seat_marked:
        fprintf(out, "%s is %s%s", SEAT_WORDS(BODY(e, seat_marked)->seat),
                BODY(e, seat_marked)->away ? "away" : "there",
                BODY(e, seat_marked)->bot ? "; a bot plays the seat" : "");
        return true;
    case EV_pause_wanted:
        fprintf(out, "%s wants a pause", SEAT_WORDS(BODY(e, pause_wanted)->seat));
        return true;
    case EV_paused:
        fputs("The game is paused", out);
        return true;
    case EV_resuming:
        fprintf(out, "%s ends the pause: three, two, one", SEAT_WORDS(BODY(e, resuming)->seat));
        return true;
    case EV_resumed:
        fputs("The game goes on", out);
        return true;
    default:
        return false;
    }
}

/* For a game that has no words here yet. */
static void tell_any(FILE *out, const struct schema *schema, const struct seen *seen)
{
    char text[WIRE_MAX];
    wire_write_seen(schema, seen, text, sizeof text);
    fprintf(out, "%s %s", schema->events[seen->event.kind].doc, text);
}

static void tell_event(FILE *out, const struct game *game, const struct state *s, const struct seen *seen)
{
    const struct event *e = &seen->event;
    fputs(words_time(e->at_ms).text, out);
    if (game == &maze && s->running) {
        int64_t left = sand_left_ms(&s->sand, clock_play_ms(&s->clock, e->at_ms));
        fprintf(out, "  sand %s  ", words_time(left > 0 ? left : 0).text);
    } else {
        fputs("                  ", out);
    }
    if (game != &maze || !(tell_set_up(out, s, seen) || tell_play(out, s, e) || tell_solo(out, s, seen) ||
                           tell_company(out, s, e) || tell_seats(out, s, e) || tell_table(out, s, e)))
        tell_any(out, game->schema, seen);
    fputc('\n', out);
}

/* ---- the end ---- */

/* Of any game: who has won, and the game's own word for why. */
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
            fprintf(out, "%s%s", told++ ? " and " : "won by ",
                    p->player[seat].name[0] ? p->player[seat].name : "somebody");
    fprintf(out, "%s (%.*s)", told ? "" : "won by nobody", game->endings[why].size - 2,
            game->endings[why].text + 1);
}

void replay_result(FILE *out, const struct game *game, const struct state *s)
{
    if (!game->over(s))
        fputs("not finished", out);
    else if (game != &maze)
        tell_winners(out, game, s);
    else if (s->ending == ending_escaped)
        fprintf(out, "won with %s of sand left", words_time(s->sand.left_ms > 0 ? s->sand.left_ms : 0).text);
    else if (s->ending == ending_sand_ran_out)
        fputs("lost, the sand has run out", out);
    else
        fputs("lost, two tiles could not be discarded", out);
}

/* M10.1 */
static void tell_book(FILE *out, const struct state *s, const struct record_header *about)
{
    fputs("Book of Challenges: ", out);
    if (s->scenario.number)
        fprintf(out, "scenario %u ", s->scenario.number);
    fprintf(out, "\"%s\", tiles up to %u, face %c, ", s->scenario.title, s->scenario.level,
            s->scenario.side == 2 ? 'B' : 'A');
    for (seat_t seat = 1; seat <= s->presence.seats; seat++)
        fprintf(out, "%s%s", seat == 1 ? "" : " and ", SEAT_WORDS(seat));
    fprintf(out, ", %u hourglass space%s used, %s of sand left", s->spaces_used,
            s->spaces_used == 1 ? "" : "s", words_time(s->sand.left_ms > 0 ? s->sand.left_ms : 0).text);
    if (s->scenario.sand_s != 180)
        fprintf(out, " of an hourglass of %u s", s->scenario.sand_s); /* M5.4 */
    if (about->date[0])
        fprintf(out, ", %s", about->date);
    fputc('\n', out);
}

/* ---- the whole story ---- */

struct teller {
    FILE *out;
    const struct game *game;
    int as;
    bool json;
    _Alignas(8) uint8_t known[STATE_MAX];
};

static void tell(struct teller *teller, const struct seen *seen)
{
    struct state *s = (struct state *)(void *)teller->known;
    char text[WIRE_MAX];
    teller->game->apply(s, &seen->event);
    if (teller->json && wire_write_seen(teller->game->schema, seen, text, sizeof text))
        fprintf(teller->out, "%s\n", text);
    if (!teller->json)
        tell_event(teller->out, teller->game, s, seen);
}

static void tell_if_shown(void *of, seats_t who, const struct seen *seen)
{
    struct teller *teller = of;
    if (who & SEAT(teller->as))
        tell(teller, seen);
}

/* The truth is the story of one who is inside of everything. */
static void tell_truth(struct teller *teller, const struct table *t)
{
    struct seen seen;
    for (const struct event *e = table_next(t, NULL); e; e = table_next(t, e))
        if (see(t->game->schema, e, true, &seen))
            tell(teller, &seen);
}

void replay_tell(FILE *out, struct table *t, const struct record_header *about, int as, bool json)
{
    struct teller teller = {.out = out, .game = t->game, .as = as, .json = json};
    struct state *s = (struct state *)(void *)teller.known;
    if (as == REPLAY_TRUTH)
        tell_truth(&teller, t);
    else
        table_show(t, tell_if_shown, &teller);
    if (json)
        return;
    fputs("Result: ", out);
    replay_result(out, t->game, s);
    fputc('\n', out);
    if (t->game == &maze && s->ending == ending_escaped)
        tell_book(out, s, about);
}

static int replay_file(const char *path, int as, bool json)
{
    struct table t;
    struct record_proved proved;
    int status = record_file(path, &t, &proved);
    if (status)
        return status;
    int seats = presence_of(t.game, t.truth)->seats;
    if (as > seats)
        status = cli_wrong_use("replay: --as %d, but that game has seats 1 to %d, and 0 for the gallery", as,
                               seats);
    else
        replay_tell(stdout, &t, &proved.header, as, json);
    table_close(&t);
    return status;
}

static const char usage[] = "usage: turncoat replay FILE [--json] [--as SEAT]\n"
                            "Checks the record of a game and tells it, with all its secrets.\n"
                            "  --json      as JSON, an event a line\n"
                            "  --as SEAT   only what that seat was shown; 0 is the gallery\n";

int replay_main(int argc, char **argv)
{
    const char *path = NULL;
    bool json = false;
    long as = REPLAY_TRUTH;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help")) {
            fputs(usage, stdout);
            return EXIT_DONE;
        }
        if (!strcmp(argv[i], "--json"))
            json = true;
        else if (!strcmp(argv[i], "--as")) {
            if (++i == argc || !cli_number(argv[i], 0, SEATS_MAX, &as))
                return cli_wrong_use("replay: --as takes a seat from 0, the gallery, to %d", SEATS_MAX);
        } else if (argv[i][0] == '-' && argv[i][1])
            return cli_wrong_use("replay: there is no option %s; see turncoat replay --help", argv[i]);
        else if (path)
            return cli_wrong_use("replay: one record at a time");
        else
            path = argv[i];
    }
    if (!path)
        return cli_wrong_use("replay: which record? See turncoat replay --help");
    return replay_file(path, (int)as, json);
}
