/* games/maze/maze.c -- Magic Maze: the one switch from what is asked to the file
 * that judges it, and the table of the game's functions. */
#include "games/maze/play.h"

#define DEF "games/maze/maze.def"
#define SCHEMA maze_schema
#include "core/def_tables.h"

static refusal_t place_pawn(struct turn *t)
{
    const struct state *s = t->state;
    seat_t seat = BODY(t->in, place_pawn)->seat;
    if (!s->ready || s->ending)
        return REFUSAL_not_now;
    if (rule(s, RULE_NO_PAWN))
        return REFUSAL_no_pawn;
    if (roles_pawn_mover(s) && roles_pawn_mover(s) != t->in->by)
        return REFUSAL_pawn_not_yours;
    if (!presence_sits(&s->presence, seat))
        return REFUSAL_no_such;
    if (seat == t->in->by)
        return REFUSAL_not_yourself;
    EMIT(t, 0, pawn_placed, .seat = seat, .by = t->in->by);
    return REFUSAL_OK;
}

static refusal_t stare_at(struct turn *t)
{
    const struct state *s = t->state;
    seat_t seat = BODY(t->in, stare_at)->seat;
    if (!s->ready || s->ending)
        return REFUSAL_not_now;
    if (seat && !presence_sits(&s->presence, seat))
        return REFUSAL_no_such;
    if (seat == t->in->by)
        return REFUSAL_not_yourself;
    EMIT(t, 0, stared, .seat = seat, .by = t->in->by);
    return REFUSAL_OK;
}

static seats_t hears(const struct state *s, seat_t speaker, enum channel channel)
{
    seats_t everybody = presence_all(&s->presence) | SEAT(SEAT_GALLERY);
    if (speaker != SEAT_SERVER && !presence_sits(&s->presence, speaker))
        return 0;
    if (s->clock.stopped)
        return 0; /* P3.3 */
    if (roles_on(s))
        return roles_hears(s, speaker, channel, everybody);
    if (!s->running)
        return everybody; /* P3.3: before and after */
    return hush_hearers(s->hush.talk, channel, everybody);
}

static refusal_t point_at(struct turn *t)
{
    const struct point_at *asked = BODY(t->in, point_at);
    seats_t seen_by;
    refusal_t refusal = hush_reach(t, CHANNEL_POINT, &seen_by);
    if (refusal)
        return refusal;
    if (!mall_has(t->state, asked->tile, asked->space))
        return REFUSAL_no_such;
    EMIT(t, seen_by | SEAT(t->in->by), pointed, .tile = asked->tile, .space = asked->space, .by = t->in->by);
    return REFUSAL_OK;
}

static refusal_t tick(struct turn *t)
{
    struct state *s = t->state;
    clock_tick(t, &s->clock);
    consent_tick(t, &s->consent);
    if (!s->clock.stopped && s->running && flip_left_ms(t) <= 0)
        flip_end_game(t, ending_sand_ran_out); /* M1.3 */
    return REFUSAL_OK;
}

static refusal_t ask_pause(struct turn *t)
{
    struct state *s = t->state;
    if (!s->running)
        return REFUSAL_not_now;
    if (flip_left_ms(t) <= 0)
        return REFUSAL_too_late; /* P4.2 */
    return clock_ask_pause(t, &s->clock, presence_present(&s->presence));
}

static bool begun(const struct state *s)
{
    return s->ready;
}

static bool over(const struct state *s)
{
    return s->ending != 0;
}

static refusal_t decide_consent(struct turn *t)
{
    const struct state *s = t->state;
    if (s->running && flip_left_ms(t) <= 0)
        return REFUSAL_too_late; /* P4.2 */
    return consent_decide(t, &s->consent, &s->presence, begun(s) && !over(s), roles_secrets(s));
}

/* What concerns who is there: perhaps all of them now want to end it (P1.9).  Nobody pauses or ends a game
 * that is lost by going away. */
static refusal_t decide_together(struct turn *t)
{
    const struct state *s = t->state;
    bool lost = s->running && flip_left_ms(t) <= 0, pausable = s->running && !lost && roles_pausable(s);
    refusal_t refusal = consent_judges(t->in->kind)
                            ? decide_consent(t)
                            : consent_decide_seats(t, &s->consent, &s->presence, begun(s),
                                                   pausable ? &s->clock : NULL, roles_secrets(s));
    if (!refusal && !lost && consent_to_end(t, &s->consent, &s->presence)) {
        clock_end_pause(t, &s->clock);
        flip_end_game(t, ending_abandoned);
    }
    return refusal;
}

/* P3.3: or a pause would be a way round the silence. */
static refusal_t decide_talk(struct turn *t)
{
    if (t->state->clock.stopped)
        return REFUSAL_talk_paused;
    return t->in->kind == CMD_point_at ? point_at(t) : hush_decide(t);
}

/* What is not possible in a pause (P2.4). */
static refusal_t decide_play(struct turn *t)
{
    if (t->state->clock.stopped)
        return REFUSAL_clock_stopped;
    switch (t->in->kind) {
    case CMD_turn_hourglass:
        return flip_first(t);
    case CMD_use_vortex:
        return move_use_vortex(t);
    case CMD_use_escalator:
        return move_use_escalator(t);
    case CMD_explore:
        return explore_here(t);
    case CMD_gaze:
        return explore_gaze(t);
    case CMD_discard_tile:
        return explore_discard(t);
    case CMD_turn_action:
        return flip_turn_action(t);
    case CMD_place_pawn:
        return place_pawn(t);
    case CMD_stare_at:
        return stare_at(t);
    case CMD_ask_pause:
        return ask_pause(t);
    default:
        return REFUSAL_no_roles;
    }
}

static refusal_t decide_table(struct turn *t)
{
    struct state *s = t->state;
    switch (t->in->kind) {
    case CMD_offer_tile:
        return setup_offer_tile(t);
    case CMD_set_up:
        return setup_set_up(t);
    case CMD_tick:
        return tick(t);
    case CMD_pause_clock:
        return s->running || s->roles.phase || roles_looking(s) ? clock_stop(t, &s->clock) : REFUSAL_not_now;
    case CMD_resume:
        return clock_resume(t, &s->clock);
    case CMD_say_table_phrase:
        return hush_table_phrase(t, &s->hush, s->clock.stopped);
    case CMD_say:
    case CMD_react:
    case CMD_point_at:
        return decide_talk(t);
    default:
        return decide_play(t);
    }
}

/* Kept in one piece, with all of move_hero() in it: at two places it would be in neither. */
APART static refusal_t decide_plain(struct turn *t)
{
    if (t->in->kind == CMD_move_hero) /* first, because nothing else is asked as often */
        return t->state->clock.stopped ? REFUSAL_clock_stopped : move_hero(t);
    return presence_judges(t->in->kind) || consent_judges(t->in->kind) ? decide_together(t) : decide_table(t);
}

static refusal_t decide(struct turn *t)
{
    return roles_on(t->state) ? roles_decide(t, decide_plain) : decide_plain(t);
}

static int64_t deadline(const struct state *s)
{
    int64_t ends_ms = s->running ? s->sand.ends_ms : INT64_MAX;
    if (roles_on(s))
        ends_ms = roles_deadline_ms(s, ends_ms);
    return consent_lapses_ms(&s->consent, clock_table_ms(&s->clock, ends_ms));
}

/* M1.2, M1.3: all together. */
static void winners(const struct state *s, struct result out[VIEWS])
{
    if (roles_on(s)) {
        roles_winners(s, out);
        return;
    }
    uint8_t how = s->ending == ending_escaped     ? HOW_WON
                  : s->ending == ending_abandoned ? HOW_ABANDONED
                                                  : HOW_LOST;
    for (seat_t seat = 1; seat <= s->presence.seats; seat++)
        out[seat] = (struct result){how, s->ending};
}

static bool read_tiles(const char *text, size_t size, void *out, struct complaint *why)
{
    return tiles_parse(text, size, out, why);
}

static const char *tiles_title(const void *of)
{
    return ((const struct tile_set *)of)->name;
}

static const struct material tiles = {.name = "tiles",
                                      .rule = "M2.3",
                                      .size = sizeof(struct tile_set),
                                      .read = read_tiles,
                                      .title = tiles_title};

static const uint16_t dealt[] = {EV_pile_shuffled,
                                 EV_next_tile_shown,
                                 EV_hero_placed,
                                 EV_actions_dealt,
                                 EV_deck_shuffled,
                                 EV_role_dealt,
                                 0};

const struct game maze = {
    .name = "maze",
    /* 2: a pause opens no talk (P3.3), 200 characters at once (P3.2), small passages without their rule are
     * walls for discards, too (M8.5); 3: no new names in silence (P1.8), table
     * phrases in a pause (P3.3); 4: bots are not removed (P1.3), hidden roles (H) */
    .version = 4,
    .seats_min = 1,
    .seats_max = 9,
    .state_size = sizeof(struct state),
    .presence_at = offsetof(struct state, presence),
    .set_up = CMD_set_up,
    .schema = &maze_schema,
    .material = &tiles,
    .endings = ending_labels,
    .dealt = dealt,
    .asker = presence_asker,
    .decide = decide,
    .apply = maze_apply,
    .deadline = deadline,
    .hears = hears,
    .secrets = roles_secrets,
    .legal = maze_legal,
    .sound = maze_sound,
    .begun = begun,
    .over = over,
    .winners = winners,
};
