/* tests/fuzz_apply.c -- folds any events at all into a game, then asks the game everything it can be asked.
 *
 * apply() is total: nonsense may turn a state into nonsense, but never reach outside it.  Each event is its
 * kind, the time since the last one, its `to` and its body, straight from the bytes; the first byte chooses
 * the game. */
#include <string.h>

#include "core/check.h"
#include "core/see.h"
#include "core/turn.h"
#include "core/wire.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static _Alignas(8) uint8_t bytes[STATE_MAX], copy[STATE_MAX];

struct source {
    const uint8_t *at, *end;
};

static void draw(struct source *s, void *out, size_t size)
{
    size_t there = (size_t)(s->end - s->at) < size ? (size_t)(s->end - s->at) : size;
    memset(out, 0, size);
    memcpy(out, s->at, there);
    s->at += there;
}

static void judge(const struct game *game, const struct input *in)
{
    static struct event events[EVENTS_PER_INPUT_MAX];
    int count;
    memcpy(copy, bytes, sizeof copy);
    refusal_t refusal = turn_judge(game, NULL, (struct state *)(void *)copy, in, 1, events, &count);
    CHECK(!refusal || game->schema->refusals[refusal].text);
    CHECK(!refusal || !memcmp(copy, bytes, sizeof copy));
}

static void ask_everything(const struct game *game, struct source *s, int64_t now_ms)
{
    static struct input offers[LEGAL_MAX];
    static char text[1 << 16];
    struct state *state = (struct state *)(void *)bytes;
    game->sound(state);
    game->deadline(state);
    CHECK(wire_write_record(game->schema->state(), state, text, sizeof text));
    for (seat_t seat = 1; seat <= SEATS_MAX; seat++) {
        for (int channel = CHANNEL_TEXT; channel <= CHANNEL_POINT; channel++)
            CHECK(game->hears(state, seat, (enum channel)channel) < SEAT(SEATS_MAX + 1));
        int count = game->legal(state, seat, offers, LEGAL_MAX);
        CHECK(count >= 0 && count <= LEGAL_MAX);
        for (int i = 0; i < count; i++) {
            offers[i].now_ms = now_ms;
            judge(game, &offers[i]);
        }
    }
    while (s->at < s->end) {
        struct input in;
        draw(s, &in, sizeof in);
        in.now_ms = now_ms + (in.now_ms & UINT32_MAX);
        in.by %= SEAT_SERVER + 1;
        in.kind %= KINDS_MAX;
        judge(game, &in);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct source s = {data, data + size};
    uint8_t choice = 0, count;
    uint32_t later_ms;
    struct event e;
    int known = 0;
    while (games[known])
        known++;
    draw(&s, &choice, 1);
    draw(&s, &count, 1);
    const struct game *game = games[choice % known];
    memset(&e, 0, sizeof e);
    memset(bytes, 0, sizeof bytes);
    for (int i = 0; i < count && s.at < s.end; i++) {
        uint8_t kind;
        draw(&s, &kind, 1);
        if (!game->schema->events[kind].fields)
            continue;
        draw(&s, &later_ms, sizeof later_ms);
        e.at_ms += later_ms; /* time never goes backwards: the host and record_read() see to that */
        draw(&s, &e.to, sizeof e.to);
        e.seq++;
        e.kind = kind;
        e.size = game->schema->events[kind].size;
        draw(&s, e.body, e.size);
        game->apply((struct state *)(void *)bytes, &e);
    }
    ask_everything(game, &s, e.at_ms);
    return 0;
}
