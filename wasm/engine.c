/* wasm/engine.c -- the engine in the browser: the same rules on one seat's own view.
 *
 * The page writes a text into the inbox, calls a function and reads the answer; nothing else is passed.
 * There is one table at a time, no import and no allocation.  Nothing here judges for others: a guess is what
 * this seat expects, drawn at once and forgotten when the server speaks.
 *
 *   inbox() inbox_size()       where the page writes texts, and how many bytes fit
 *   outbox()                   where answers are; the call that writes one returns its length in bytes
 *   open(size)                 begins the game whose name is in the inbox, knowing nothing; 0: it is not this
 *                              engine's
 *   feed(size)                 folds the seen event in the inbox into the view, and forgets all guesses;
 *                              returns 0, or the address of the reason why it was not taken
 *   guess(size, seat, now_ms)  judges the command in the inbox as that seat, at that table time, on what is
 *                              drawn; returns 0 and draws what follows, or the number of the refusal, or -1
 *                              if the command cannot be read: see complaint()
 *   forget()                   drops all guesses: the view itself is drawn again
 *   view() view_size()         the view, byte for byte as the server folds it
 *   drawn()                    the view with the guesses since the last feed, if there were any
 *   view_json()                what is drawn, as JSON, into the outbox
 *   legal(seat)                what the seat may ask for, going by what is drawn: a list of commands, as
 *                              JSON, into the outbox
 *   hears(speaker, channel)    the set of seats (bit 0: the gallery) that hear the speaker now
 *   begun() ended()            has the game been set up; is it over?
 *   winners()                  when it is over: who has won and why, by seat from 1 on, into the outbox:
 *                              [{"how":"won","why":"escaped"}], how being won, partly or lost
 *   characters(size)           how many characters the text in the inbox has, as people count them
 *   say_left(size)             how many more it may have when said at a table (P3.2); below 0: too many
 *   clock_runs()               1 if time counts now: something will happen even if nobody does anything
 *   version()                  which version of the game's rules this is
 *   complaint()                why the last text was not taken
 *   refusal_name(number) refusal_rule(number)    0: there is no such refusal
 *
 * Reasons, complaints, and the names and rules of refusals are zero-terminated. */
#include "core/pen.h"
#include "core/schema.h"
#include "core/text.h"
#include "core/turn.h"
#include "core/wire.h"
#include "wasm/engine.h"

_Static_assert(WIRE_MAX <= INBOX_MAX, "any message fits");

static struct knowledge known, guessed, scratch;
static seq_t told;     /* how many events of the story are folded into `known` */
static seq_t imagined; /* and into `guessed`, which only counts if it is ahead */
const struct game *engine_game;
char engine_in[INBOX_MAX], engine_out[OUTBOX_MAX];
struct complaint engine_why;

struct knowledge *engine_drawing(void)
{
    return imagined > told ? &guessed : &known;
}

bool engine_readable(uint32_t size)
{
    static const char reason[] = "no game is open, or the text is longer than the inbox";
    if (engine_game && size <= sizeof engine_in)
        return true;
    memcpy(engine_why.text, reason, sizeof reason);
    return false;
}

EXPORT("inbox") char *engine_inbox(void)
{
    return engine_in;
}

EXPORT("inbox_size") uint32_t engine_inbox_size(void)
{
    return sizeof engine_in;
}

EXPORT("outbox") const char *engine_outbox(void)
{
    return engine_out;
}

EXPORT("complaint") const char *engine_complaint(void)
{
    return engine_why.text;
}

EXPORT("open") int engine_open(uint32_t size)
{
    engine_game = size < sizeof engine_in ? game_named(engine_in, size) : NULL;
    CHECK(!engine_game || engine_game->state_size <= STATE_MAX);
    memset(&known, 0, sizeof known);
    told = imagined = 0;
    return engine_game != NULL;
}

EXPORT("feed") const char *engine_feed(uint32_t size)
{
    struct seen seen;
    if (!engine_readable(size) || !wire_read_seen(engine_game->schema, engine_in, size, &seen, &engine_why))
        return engine_why.text;
    if (seen.event.seq != told + 1) {
        struct pen p = pen_on(engine_why.text, sizeof engine_why.text);
        pen_text(&p, "an event of the story is missing, or told twice: expected number ");
        pen_number(&p, told + 1);
        pen_done(&p, engine_why.text);
        return engine_why.text;
    }
    engine_game->apply(state_of(&known), &seen.event);
    imagined = ++told;
    return NULL;
}

/* Draws what the seat would be shown: whatever only the server can tell, such as a shuffle, stays hidden. */
static void draw(const struct event *events, int count, seat_t seat)
{
    struct seen seen;
    if (imagined == told)
        memcpy(&guessed, &known, sizeof guessed);
    for (int i = 0; i < count; i++) {
        if (!see_as(engine_game->schema, &events[i], seat, &seen))
            continue;
        seen.event.seq = ++imagined;
        engine_game->apply(state_of(&guessed), &seen.event);
    }
}

EXPORT("guess") int engine_guess(uint32_t size, uint32_t seat, double now_ms)
{
    static struct event events[EVENTS_PER_INPUT_MAX];
    struct input in;
    int count;
    if (!engine_readable(size) || !wire_read_input(engine_game->schema, engine_in, size, &in, &engine_why))
        return -1;
    if (seat < 1 || seat > SEATS_MAX)
        return REFUSAL_not_yours;
    in.by = (seat_t)seat;
    in.now_ms = whole_ms(now_ms);
    memcpy(&scratch, engine_drawing(), sizeof scratch);
    refusal_t refusal = turn_guess(engine_game, state_of(&scratch), &in, imagined + 1, events, &count);
    if (!refusal)
        draw(events, count, in.by);
    return refusal;
}

EXPORT("forget") void engine_forget(void)
{
    imagined = told;
}

EXPORT("view") const uint8_t *engine_view(void)
{
    return known.bytes;
}

EXPORT("view_size") uint32_t engine_view_size(void)
{
    return engine_game ? engine_game->state_size : 0;
}

EXPORT("drawn") const uint8_t *engine_drawn(void)
{
    return engine_drawing()->bytes;
}

EXPORT("view_json") size_t engine_view_json(void)
{
    return engine_game ? wire_write_record(engine_game->schema->state(), engine_drawing()->bytes, engine_out,
                                           sizeof engine_out)
                       : 0;
}

EXPORT("legal") size_t engine_legal(uint32_t seat)
{
    static struct input offers[LEGAL_MAX];
    char text[WIRE_MAX];
    struct pen p = pen_on(engine_out, sizeof engine_out);
    bool sits = engine_game && seat >= 1 && seat <= SEATS_MAX;
    int count = sits ? engine_game->legal(state_of(engine_drawing()), (seat_t)seat, offers, LEGAL_MAX) : 0;
    pen_char(&p, '[');
    for (int i = 0; i < count; i++) {
        offers[i].seen = told;
        if (i)
            pen_char(&p, ',');
        pen_bytes(&p, text, wire_write_input(engine_game->schema, &offers[i], text, sizeof text));
    }
    pen_char(&p, ']');
    size_t size = pen_done(&p, engine_out);
    return p.full ? 0 : size;
}

EXPORT("hears") seats_t engine_hears(uint32_t speaker, uint32_t channel)
{
    if (!engine_game || speaker > SEATS_MAX || channel > CHANNEL_POINT)
        return 0;
    return engine_game->hears(state_of(engine_drawing()), (seat_t)speaker, (enum channel)channel);
}

EXPORT("begun") int engine_begun(void)
{
    return engine_game && engine_game->begun(state_of(engine_drawing()));
}

EXPORT("ended") int engine_ended(void)
{
    return engine_game && engine_game->over(state_of(engine_drawing()));
}

EXPORT("winners") size_t engine_winners(void)
{
    static const char *const how[] = {"null", "\"lost\"", "\"partly\"", "\"won\"", "\"abandoned\""};
    struct result of[VIEWS] = {{0}};
    struct pen p = pen_on(engine_out, sizeof engine_out);
    if (engine_ended())
        engine_game->winners(state_of(engine_drawing()), of);
    pen_char(&p, '[');
    for (seat_t seat = 1; seat < VIEWS && of[seat].how; seat++) {
        pen_text(&p, seat > 1 ? ",{\"how\":" : "{\"how\":");
        pen_text(&p, how[of[seat].how]);
        pen_text(&p, ",\"why\":");
        pen_bytes(&p, engine_game->endings[of[seat].why].text, engine_game->endings[of[seat].why].size);
        pen_char(&p, '}');
    }
    pen_char(&p, ']');
    return pen_done(&p, engine_out);
}

EXPORT("characters") int engine_characters(uint32_t size)
{
    engine_in[size < sizeof engine_in ? size : 0] = 0;
    return text_characters(engine_in);
}

/* Characters of many bytes, such as joined emoji, may run out of bytes before they run out of characters. */
EXPORT("say_left") int engine_say_left(uint32_t size)
{
    int left = SAY_CHARS_MAX - engine_characters(size), over = (int)size - (SAY_MAX - 1);
    return over > 0 && left >= 0 ? -(over + 3) / 4 : left;
}

EXPORT("clock_runs") int engine_clock_runs(void)
{
    return engine_game && engine_game->deadline(state_of(&known)) != INT64_MAX;
}

EXPORT("version") uint32_t engine_version(void)
{
    return engine_game ? engine_game->version : 0;
}

static const struct refusal *refusal_of(uint32_t number)
{
    static const struct refusal none;
    return engine_game && number < KINDS_MAX ? &engine_game->schema->refusals[number] : &none;
}

EXPORT("refusal_name") const char *engine_refusal_name(uint32_t number)
{
    return refusal_of(number)->name;
}

EXPORT("refusal_rule") const char *engine_refusal_rule(uint32_t number)
{
    return refusal_of(number)->rule;
}
