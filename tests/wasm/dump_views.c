/* tests/wasm/dump_views.c -- plays games, at random and by bots, and prints the native engine's side of
 * them, for same_views.mjs to compare with the engine in WebAssembly.
 *
 *   dump_views GAMES SEED...     that many games with each seed
 *
 * Everything is a frame: a head, a text and, for an event, the bytes of a view.
 *   'G'  a game begins; the text is its name
 *   'C'  a seat is about to ask; the text is the command, `answer` the refusal it will get
 *   'D'  all that followed from it has been told
 *   'E'  the seats in `who` (bit 0: the gallery) are shown an event; after the text come `answer` bytes: the
 *        view that each of them has afterwards
 * It fails if some kind of event never happened: then the games were too poor to prove anything. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/dice.h"
#include "core/wire.h"
#include "games/maze/cards.h"
#include "games/maze/play.h"
#include "table/table.h"
#include "simulate/match.h"

struct head {
    uint32_t type, who, answer, text_size;
    double now_ms;
};

static struct {
    struct table table;
    _Alignas(8) uint8_t view[VIEWS][STATE_MAX];
    seats_t shown_to;
    uint32_t players;
    int64_t now_ms;
    uint64_t key[2], rolls;
} play;
static bool happened[KINDS_MAX]; /* in Magic Maze */

enum { LONG = 400, SHORT = 150 }; /* turns of a game */

static uint32_t below(uint32_t limit)
{
    return dice_below(play.key, play.rolls++, limit);
}

static void tell(uint32_t type, uint32_t who, uint32_t answer, const char *text, size_t text_size,
                 const uint8_t *view)
{
    struct head head = {type, who, answer, (uint32_t)text_size, (double)play.now_ms};
    fwrite(&head, sizeof head, 1, stdout);
    fwrite(text, 1, text_size, stdout);
    if (view)
        fwrite(view, 1, answer, stdout);
}

static struct state *view_of(int seat)
{
    return (struct state *)(void *)play.view[seat];
}

/* Folds the event into every view; those that come out the same are told once. */
static void show(void *ctx, seats_t who, const struct seen *seen)
{
    const struct game *game = play.table.game;
    char text[WIRE_MAX];
    size_t size = wire_write_seen(game->schema, seen, text, sizeof text);
    (void)ctx;
    happened[seen->event.kind] |= game == &maze;
    who &= play.shown_to;
    for (int s = 0; s < VIEWS; s++)
        if (who >> s & 1)
            game->apply(view_of(s), &seen->event);
    while (who) {
        int first = __builtin_ctz(who);
        seats_t same = 0;
        for (int s = first; s < VIEWS; s++)
            if ((who >> s & 1) && !memcmp(play.view[s], play.view[first], game->state_size))
                same |= SEAT(s);
        tell('E', same, game->state_size, text, size, play.view[first]);
        who &= ~same;
    }
}

static refusal_t submit(struct input *in)
{
    const struct schema *schema = play.table.game->schema;
    char text[WIRE_MAX];
    in->now_ms = play.now_ms;
    in->dice[0] = dice_number(play.key, play.rolls++);
    in->dice[1] = dice_number(play.key, play.rolls++);
    size_t size = wire_write_input(schema, in, text, sizeof text);
    refusal_t refusal = table_submit(&play.table, in);
    if (in->by != SEAT_SERVER)
        tell('C', in->by, refusal, text, size, NULL);
    table_show(&play.table, show, NULL);
    if (in->by != SEAT_SERVER)
        tell('D', 0, 0, "", 0, NULL);
    return refusal;
}

/* ---- random play, with a taste for what makes a game rich ---- */

/* Is this a space that the hero should come to? */
static bool is_goal(const struct state *s, int hero, place_t at)
{
    int colour = rule(s, RULE_OTHERS) ? (hero + 1) % HEROES : hero;
    int exit = rule(s, RULE_ONE_EXIT) ? space_exit_violet : space_exit_yellow + colour;
    int space = mall_space(s, at);
    if (space == space_hourglass && !mall_used(s, at))
        return sand_left_ms(&s->sand, play.now_ms) < s->sand.holds_ms / 4;
    if (space == space_camera && hero + 1 == hero_barbarian)
        return !mall_used(s, at);
    if (space == space_ball && hero + 1 == hero_sorceress)
        return !mall_used(s, at) && s->pile_count;
    if (space == space_explore_yellow + hero)
        return mall_unexplored(s, at) && s->pile_count;
    return space == (s->theft ? exit : space_item_yellow + colour);
}

/* How many steps it is from every place to the nearest goal; 255: there is no way. */
static void measure(const struct state *s, int hero, uint8_t steps[(TILES_MAX + 1) * SPACES])
{
    static place_t queue[(TILES_MAX + 1) * SPACES];
    int first = 0, last = 0;
    memset(steps, 255, (TILES_MAX + 1) * SPACES);
    for (int at = SPACES; at < (TILES_MAX + 1) * SPACES; at++)
        if (s->mall[PLACE_TILE(at)].laid && is_goal(s, hero, (place_t)at)) {
            steps[at] = 0;
            queue[last++] = (place_t)at;
        }
    while (first < last) {
        place_t at = queue[first++];
        for (int way = 0; way <= DIRECTIONS; way++) {
            place_t to = way < DIRECTIONS ? mall_step(s, at, way, false) : mall_escalator(s, at);
            if (to && steps[to] == 255) {
                steps[to] = (uint8_t)(steps[at] + 1);
                queue[last++] = to;
            }
        }
    }
}

/* How much a player wants each of these: to explore, and to bring heroes nearer to their goals. */
static uint32_t weigh(const struct state *s, const struct input *offers, int count, uint32_t *weight)
{
    static uint8_t steps[HEROES][(TILES_MAX + 1) * SPACES];
    uint32_t total = 0;
    for (int h = 0; h < HEROES; h++)
        measure(s, h, steps[h]);
    for (int i = 0; i < count; i++) {
        const struct move_hero *to =
            BODY(&offers[i], move_hero); /* vortex and escalator have the same fields */
        uint16_t kind = offers[i].kind;
        weight[i] = kind == CMD_turn_hourglass ? 100 : kind == CMD_turn_action ? 20 : 1;
        if (kind == CMD_explore || kind == CMD_gaze)
            weight[i] = 5000;
        if (kind >= CMD_look_at_card && kind <= CMD_guess_card)
            weight[i] = kind == CMD_go_home ? 1 : kind == CMD_accuse ? 60 : 300;
        if (kind == CMD_cast_vote)
            weight[i] = BODY(&offers[i], cast_vote)->vote == vote_yes ? 20000 : 1000;
        if (kind == CMD_move_hero || kind == CMD_use_vortex || kind == CMD_use_escalator) {
            int here = steps[to->hero - 1][s->hero_at[to->hero - 1]];
            int there = steps[to->hero - 1][PLACE(to->tile, to->space)];
            weight[i] = here == 0 ? 0 : there == 0 ? 2000 : there < here ? 100 : 2;
        }
        total += weight[i];
    }
    return total;
}

/* A seat does something that its own view says it may. */
static void act(void)
{
    static struct input offers[LEGAL_MAX];
    uint32_t weight[LEGAL_MAX];
    const struct game *game = play.table.game;
    seat_t seat = (seat_t)(1 + below(play.players));
    int count = game->legal(view_of(seat), seat, offers, LEGAL_MAX), i = 0;
    uint32_t total = game == &maze ? weigh(view_of(seat), offers, count, weight) : (uint32_t)count;
    if (!total)
        return;
    uint32_t pick = below(total);
    if (game != &maze)
        i = (int)pick;
    for (; game == &maze && pick >= weight[i]; i++)
        pick -= weight[i];
    seq_t told = play.table.story[seat];
    offers[i].seen = below(20) ? told : below(told + 1);
    submit(&offers[i]);
}

/* A seat asks for anything whatever. */
static void disturb(void)
{
    const struct kind *commands = play.table.game->schema->commands;
    struct input in;
    memset(&in, 0, sizeof in);
    in.by = (seat_t)(1 + below(play.players));
    in.seen = play.table.story[in.by];
    do
        in.kind = (uint16_t)below(KINDS_MAX);
    while (!commands[in.kind].fields);
    for (const struct field *f = commands[in.kind].fields(); f->name; f++) {
        if (f->scalar == T_text)
            snprintf((char *)in.body + f->offset, f->size, "Hm, \"%u\"! \xc3\xa9\xe2\x82\xac", below(9));
        else if (f->size == 1)
            in.body[f->offset] = (uint8_t)below(f->scalar == T_flag    ? 2
                                                : f->form == FORM_PICK ? 5
                                                                       : SEATS_MAX + 1);
    }
    submit(&in);
}

static refusal_t submit_as_host(const char *command, const void *body, size_t size)
{
    struct input in;
    ask(&in, SEAT_SERVER, schema_find(play.table.game->schema->commands, command, strlen(command)), body,
        size);
    return submit(&in);
}

/* Somebody takes a bot's seat, nameless if the game is silent; whoever is nameless is named. */
static void take_over(void)
{
    bool hushed = presence_hushed(play.table.game, play.table.truth);
    struct seat_player late = {.name = {hushed ? 0 : 'L'}, .seat = (seat_t)(1 + below(play.players))};
    struct name_seat named = {.name = "L\xc3\xa0te"};
    submit_as_host("seat_player", &late, sizeof late);
    for (named.seat = 1; named.seat <= play.players; named.seat++)
        submit_as_host("name_seat", &named, sizeof named);
}

/* In a pause, somebody says what is only about the table. */
static void pause(void)
{
    struct input in;
    submit_as_host("pause_clock", "", 1);
    ASK(&in, (seat_t)(1 + below(play.players)), say_table_phrase,
        .phrase = (uint8_t)(1 + below(table_phrase_end - 1)));
    submit(&in);
}

/* What the host does by itself: ticks, marks of who is there, and newcomers. */
static void serve(void)
{
    struct mark_seat mark = {(seat_t)(1 + below(play.players)), below(2) != 0, below(2) != 0};
    if (play.now_ms >= play.table.game->deadline(play.table.truth))
        submit_as_host("tick", "", 1);
    else if (below(60) == 0)
        submit_as_host("mark_seat", &mark, sizeof mark);
    else if (below(60) == 0)
        take_over();
    else if (below(300) == 0)
        pause();
}

static void sit_down(void)
{
    for (uint32_t i = 0; i < play.players; i++) {
        struct seat_player body = {.bot = below(3) == 0};
        snprintf(body.name, sizeof body.name, "P\xc3\xa9\"%u", i);
        submit_as_host("seat_player", &body, sizeof body);
        if (play.table.game == &maze && below(2)) {
            struct input in;
            ASK(&in, (seat_t)(i + 1), be_ready, .ready = 1);
            submit(&in);
        }
    }
}

/* One leaves, and comes back to the last seat; the others change places. */
static void change_places(void)
{
    struct remove_player gone = {(seat_t)(1 + below(play.players))};
    struct seat_player back = {.name = "Back again"};
    struct reorder_seats turned = {0};
    submit_as_host("remove_player", &gone, sizeof gone);
    submit_as_host("seat_player", &back, sizeof back);
    for (uint32_t i = 0; i < play.players; i++)
        turned.order[i] = (seat_t)((i + 1) % play.players + 1);
    submit_as_host("reorder_seats", &turned, sizeof turned);
}

/* Some say that they are ready; nobody waits for the others. */
static void get_ready(void)
{
    struct input in;
    for (seat_t seat = 1; seat <= play.players; seat++) {
        ASK(&in, seat, be_ready, .ready = below(4) != 0);
        if (below(2))
            submit(&in);
    }
}

/* Scenarios of all kinds, until one fits the number of players; one in five is a custom one.  With hidden
 * roles at that level; 0: half of them at any. */
static void set_up(uint8_t level_of_roles)
{
    struct scenario scenario;
    struct set_up asked;
    do {
        uint8_t level = scenario_levels[below(7)];
        if (!scenario_preset(&scenario, (int)(1 + below(SCENARIOS)), level, (int)(1 + below(2))))
            continue;
        scenario.sand_s = (uint16_t)(180 + 60 * below(3));
        if (below(5) == 0) {
            scenario.number = 0;
            scenario.rules ^= 1u << below(17);
        }
        memset(&asked, 0, sizeof asked);
        memcpy(&asked, &scenario, sizeof scenario);
        asked.roles = (uint8_t)(level_of_roles ? level_of_roles : below(2) ? 1 + below(ROLE_LEVELS) : 0);
        asked.token = asked.roles > 1 && below(2);
    } while (submit_as_host("set_up", &asked, sizeof asked));
    bool roles = play.table.game == &maze && asked.roles;
    for (seat_t seat = 1; seat <= play.players && roles; seat++) {
        struct input in;
        ASK(&in, seat, look_at_card, 0);
        if (below(30))
            submit(&in);
    }
}

static void begin(const struct game *game, uint32_t players)
{
    if (!table_open(&play.table, game))
        exit(1);
    memset(play.view, 0, sizeof play.view);
    play.now_ms = 0;
    play.players = players;
    play.shown_to = SEAT(players + 1) - 1;
    tell('G', play.shown_to, game->state_size, game->name, strlen(game->name), NULL);
}

static void play_on(uint32_t most_turns)
{
    for (uint32_t turns = 50 + below(most_turns); turns; turns--) {
        play.now_ms += below(below(50) ? 400 : 9000);
        serve();
        if (below(40))
            act();
        else
            disturb();
    }
    table_close(&play.table);
}

static void play_at_random(const struct game *game)
{
    begin(game, 1 + below(game->seats_max));
    sit_down();
    get_ready();
    if (below(3) == 0)
        change_places();
    set_up(0);
    play_on(LONG);
}

/* Of what cards do to a view, most happens early: many short games find more than a few long ones. */
static void play_with_roles(uint8_t level)
{
    begin(&maze, 3 + below(maze.seats_max - 2u));
    sit_down();
    set_up(level);
    play_on(SHORT);
}

/* Any game, set up as its host may. */
static void play_as_offered(const struct game *game)
{
    static struct input offers[LEGAL_MAX];
    begin(game, game->seats_min + below(game->seats_max - game->seats_min + 1u));
    sit_down();
    seat_t host = presence_of(game, play.table.truth)->host;
    int count = game->legal(view_of(host), host, offers, LEGAL_MAX);
    if (count) {
        struct input *chosen = &offers[below((uint32_t)count)];
        chosen->by = SEAT_SERVER; /* what dice decide, no page guesses */
        submit(chosen);
    }
    play_on(LONG);
}

static void happen(uint16_t kind, const void *body, size_t size)
{
    struct event e = {
        .at_ms = play.now_ms, .seq = play.table.count + 1, .kind = kind, .size = (uint16_t)size};
    memcpy(e.body, body, size);
    if (!table_restore(&play.table, &e))
        exit(1);
    table_show(&play.table, show, NULL);
}

static void begin_roles(uint32_t players, uint8_t level)
{
    struct set_up asked = {.number = 3, .roles = level};
    struct input in;
    begin(&maze, players);
    sit_down();
    submit_as_host("set_up", &asked, sizeof asked);
    play.now_ms += 60000;
    submit_as_host("tick", "", 1);
    ASK(&in, 1, turn_hourglass, 0);
    in.seen = play.table.story[1];
    submit(&in);
}

/* Hidden roles, where the heroes escape: by chance that hardly ever happens. */
static void escape(void)
{
    begin_roles(8, 5);
    happen(EV_theft_done, &(struct theft_done){0}, sizeof(struct theft_done));
    for (uint8_t hero = hero_barbarian; hero <= hero_dwarf; hero++)
        happen(EV_hero_left, &(struct hero_left){.hero = hero}, sizeof(struct hero_left));
    submit_as_host("tick", "", 1); /* and what follows from it is settled */
    for (int turns = 80; turns; turns--) {
        play.now_ms += below(3000);
        serve();
        act();
    }
    table_close(&play.table);
}

/* Where the sand runs out during an accusation. */
static void put_off(void)
{
    struct input in;
    begin_roles(4, 2);
    play.now_ms = play.table.truth->sand.ends_ms - 1000;
    ASK(&in, 1, accuse, .seats = SEAT(2));
    in.seen = play.table.story[1];
    submit(&in);
    for (int seconds = 6; seconds; seconds--) {
        play.now_ms += 1000;
        submit_as_host("tick", "", 1);
    }
    table_close(&play.table);
}

/* Where all but one are out. */
static void leave_one(void)
{
    struct input in;
    begin_roles(3, 3);
    for (seat_t seat = 1; seat <= 2; seat++)
        happen(EV_card_shown,
               &(struct card_shown){.seat = seat,
                                    .card = play.table.truth->roles.card[seat],
                                    .side = play.table.truth->roles.side[seat]},
               sizeof(struct card_shown));
    happen(EV_seats_eliminated, &(struct seats_eliminated){.seats = SEAT(1) | SEAT(2), .fall = fall_failed},
           sizeof(struct seats_eliminated));
    submit_as_host("tick", "", 1); /* and what follows from it is settled */
    ASK(&in, 3, decide_outcome, .succeeded = 1);
    in.seen = play.table.story[3];
    submit(&in);
    table_close(&play.table);
}

/* A whole game by bots, from its record: there are no commands in it, only what happened. */
static void play_by_bots(void)
{
    static const char *const names[] = {"Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida"};
    static struct match m;
    struct input in;
    uint32_t players = 1 + below(8);
    if (!match_open(&m, &maze, dice_number(play.key, play.rolls++)))
        exit(1);
    for (uint32_t i = 0; i < players; i++)
        match_seat(&m, bot_find(&maze, "", 0), PACE_NORMAL, names[i]);
    do
        ASK(&in, SEAT_SERVER, set_up, .number = (uint8_t)(1 + below(SCENARIOS)), .level = 12, .side = 1);
    while (match_submit(&m, &in));
    while (match_step(&m, 600000))
        continue;
    begin(&maze, players);
    for (const struct event *e = table_next(&m.table, NULL); e; e = table_next(&m.table, e)) {
        play.now_ms = e->at_ms;
        if (!table_restore(&play.table, e))
            exit(1);
        table_show(&play.table, show, NULL);
    }
    table_close(&play.table);
    match_close(&m);
}

static void play_all(long count)
{
    extern const struct game null, traitor, word;
    for (long i = 0; i < count; i++) {
        long last = count - 1 - i;
        if (last < 10)
            escape();
        else if (last == 10)
            put_off();
        else if (last == 11)
            leave_one();
        else if (i % 3 == 2)
            play_by_bots();
        else
            play_at_random(i % 30 ? &maze : &null);
    }
    for (long i = 0; i < count / 2; i++)
        play_with_roles((uint8_t)(2 + i % (ROLE_LEVELS - 1)));
    for (long i = 0; i < count / 10; i++)
        play_as_offered(i % 2 ? &traitor : &word);
}

int main(int argc, char **argv)
{
    long count = argc >= 3 ? strtol(argv[1], NULL, 10) : 0;
    if (count < 1) {
        fputs("usage: dump_views GAMES SEED...\n", stderr);
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        play.key[0] = strtoull(argv[i], NULL, 10);
        play.rolls = 0;
        play_all(count);
    }
    for (int k = 0; k < KINDS_MAX; k++)
        if (maze.schema->events[k].fields && !happened[k] && (k < EV_seat_wanted || k > EV_seat_granted) &&
            k != EV_voters_gone) { /* P5.4: asked by the server, not here; H2.13: takes a failure in 5 s */
            fprintf(stderr, "dump_views: %s never happened\n", maze.schema->events[k].name);
            return 1;
        }
    return fflush(stdout) || ferror(stdout) ? 1 : 0;
}
