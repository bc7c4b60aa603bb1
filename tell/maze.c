/* tell/maze.c -- Magic Maze in plain English: every event, the end, and the Book of Challenges. */
#include "tell/maze.h"

static struct words words_place(unsigned tile, unsigned space)
{
    struct words w;
    snprintf(w.text, sizeof w.text, "tile %u, row %u, column %u", tile, space / 4, space % 4);
    return w;
}

const char *maze_hero(uint8_t hero)
{
    static const char *const word[hero_end] = {"hero", "barbarian", "sorceress", "elf", "dwarf"};
    return word[hero < hero_end ? hero : 0];
}

const char *maze_action(uint8_t action)
{
    static const char *const word[action_end] = {"somehow", "north",   "east",   "south",
                                                 "west",    "explore", "vortex", "escalator"};
    return word[action < action_end ? action : 0];
}

static void tell_actions(FILE *out, unsigned actions)
{
    for (uint8_t a = action_north; a < action_end; a++)
        if (actions >> (a - 1) & 1)
            fprintf(out, " %s", maze_action(a));
}

static struct words sand_left(const struct state *s)
{
    return words_time(s->sand.left_ms > 0 ? s->sand.left_ms : 0);
}

static void result(FILE *out, const struct state *s)
{
    if (s->ending == ending_escaped)
        fprintf(out, "won with %s of sand left", sand_left(s).text);
    else if (s->ending == ending_sand_ran_out)
        fputs("lost: the sand ran out", out);
    else
        fputs("lost: two tiles could not be discarded", out);
}

/* ---- one event ---- */

static void tell_holders(FILE *out, const struct state *s)
{
    for (int i = 0; i < s->action_tiles; i++) {
        fprintf(out, "%s %s:", i ? ";" : "", NAME(s->holder[i]));
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
        fprintf(out, "The %s starts on %s", maze_hero(x->hero), words_place(x->tile, x->space).text);
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
    const char *hero = maze_hero(x->hero);
    fprintf(out, "%s ", NAME(x->by));
    if (x->how == action_vortex)
        fprintf(out, "takes the %s through a vortex", hero);
    else if (x->how == action_escalator)
        fprintf(out, "takes the %s along the escalator", hero);
    else
        fprintf(out, "moves the %s %s", hero, maze_action(x->how));
    fprintf(out, " to %s", words_place(x->tile, x->space).text);
}

static void tell_laid(FILE *out, const struct state *s, const struct tile_laid *x)
{
    if (!x->by)
        fprintf(out, "Tile %u is on the table", x->tile);
    else if (x->ball)
        fprintf(out, "%s looks into the crystal ball and lays tile %u", NAME(x->by), x->tile);
    else
        fprintf(out, "%s explores with the %s and lays tile %u", NAME(x->by), maze_hero(x->hero), x->tile);
}

static bool tell_play(FILE *out, const struct state *s, const struct event *e)
{
    switch (e->kind) {
    case EV_hourglass_turned:
        fprintf(out, "%s turns the hourglass: the game begins", NAME(BODY(e, hourglass_turned)->by));
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
        fprintf(out, "The barbarian breaks the camera on tile %u", BODY(e, camera_broken)->tile);
        return true;
    case EV_theft_done:
        fputs("The theft! All four items are taken; vortexes no longer work", out);
        return true;
    case EV_hero_left:
        fprintf(out, "The %s has left%s", maze_hero(BODY(e, hero_left)->hero),
                BODY(e, hero_left)->stays ? " and stays on the exit" : " the mall");
        return true;
    case EV_discards_ordered:
        fprintf(out, "%u laid tiles must be discarded", BODY(e, discards_ordered)->count);
        return true;
    case EV_tile_discarded:
        fprintf(out, "%s discards tile %u", NAME(BODY(e, tile_discarded)->by), BODY(e, tile_discarded)->tile);
        return true;
    case EV_game_ended:
        fputs("The game is over: ", out);
        result(out, s);
        return true;
    default:
        return false;
    }
}

static bool tell_solo(FILE *out, const struct state *s, const struct seen *seen)
{
    if (seen->event.kind == EV_action_turned) {
        fprintf(out, "The next action tile is turned over: %s",
                maze_action(BODY(&seen->event, action_turned)->action));
        return true;
    }
    if (seen->event.kind != EV_deck_shuffled)
        return false;
    fputs("The action tiles are shuffled", out);
    for (int i = 0; seen->inside && i < 7; i++)
        fprintf(out, "%s %s", i ? "," : ":", maze_action(s->deck[i]));
    return true;
}

static bool tell_company(FILE *out, const struct state *s, const struct event *e)
{
    switch (e->kind) {
    case EV_pawn_placed:
        fprintf(out, "%s puts the pawn in front of %s", NAME(BODY(e, pawn_placed)->by),
                NAME(BODY(e, pawn_placed)->seat));
        return true;
    case EV_stared:
        if (BODY(e, stared)->seat)
            fprintf(out, "%s stares at %s", NAME(BODY(e, stared)->by), NAME(BODY(e, stared)->seat));
        else
            fprintf(out, "%s looks away", NAME(BODY(e, stared)->by));
        return true;
    case EV_pointed:
        fprintf(out, "%s points at %s", NAME(BODY(e, pointed)->by),
                words_place(BODY(e, pointed)->tile, BODY(e, pointed)->space).text);
        return true;
    default:
        return false;
    }
}

static bool event(FILE *out, const struct state *s, const struct seen *seen)
{
    return tell_set_up(out, s, seen) || tell_play(out, s, &seen->event) || tell_solo(out, s, seen) ||
           tell_company(out, s, &seen->event);
}

static bool column(FILE *out, const struct state *s, const struct event *e)
{
    int64_t left = sand_left_ms(&s->sand, clock_play_ms(&s->clock, e->at_ms));
    if (s->running)
        fprintf(out, "  sand %s  ", words_time(left > 0 ? left : 0).text);
    return s->running;
}

/* ---- the end ---- */

/* M10.1: a won game's line in the Book of Challenges. */
static void farewell(FILE *out, const struct state *s, const char *date)
{
    if (s->ending != ending_escaped)
        return;
    fputs("Book of Challenges: ", out);
    if (s->scenario.number)
        fprintf(out, "scenario %u ", s->scenario.number);
    fprintf(out, "\"%s\", tiles up to %u, face %c, ", s->scenario.title, s->scenario.level,
            s->scenario.side == 2 ? 'B' : 'A');
    for (seat_t seat = 1; seat <= s->presence.seats; seat++)
        fprintf(out, "%s%s", seat == 1 ? "" : " and ", NAME(seat));
    fprintf(out, ", %u hourglass space%s used, %s of sand left", s->spaces_used,
            s->spaces_used == 1 ? "" : "s", sand_left(s).text);
    if (s->scenario.sand_s != 180)
        fprintf(out, " in an hourglass of %u s", s->scenario.sand_s); /* M5.4 */
    if (*date)
        fprintf(out, ", %s", date);
    fputc('\n', out);
}

const struct teller maze_teller = {
    .game = &maze,
    .column = column,
    .event = event,
    .result = result,
    .farewell = farewell,
    .show = maze_show,
};
