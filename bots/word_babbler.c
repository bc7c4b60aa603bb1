/* bots/word_babbler.c -- a bot that plays Traître Mot without knowing any language: it invents words or says
 * its own secret ones, claims what is its own, accuses and votes by chance.
 *
 * That is for games among bots, which show what the rules do.  Where people play it never says a word,
 * accuses nobody and does not vote: it stands in for somebody, and passes when it is that seat's turn
 * (W2.6). */
#include "bots/bot.h"
#include "games/word/play.h"

struct mind {
    int64_t acts_ms;
    uint16_t word;
    uint8_t phase, stood;
    seat_t announcer;
    bool accuses, done;
};

static bool has_changed(const struct mind *m, const struct state *s)
{
    return m->word != s->words || m->phase != s->phase || m->stood != s->stood ||
           m->announcer != s->announcer;
}

/* Something is new: how long does it think, and what will it think of it? */
static void consider(struct bot *b, const struct state *s, int64_t now_ms)
{
    enum { ACCUSES_ONE_IN = 8 };
    struct mind *m = bot_mind(b);
    bool speaks = s->stood && !chain_refusal(s, b->seat, s->words);
    int64_t wait_ms = speaks ? 3000 + pace_below(&b->pace, 6000) : 1000 + pace_below(&b->pace, 1500);
    *m = (struct mind){.acts_ms = now_ms + wait_ms,
                       .word = s->words,
                       .phase = s->phase,
                       .stood = s->stood,
                       .announcer = s->announcer,
                       .accuses = pace_below(&b->pace, ACCUSES_ONE_IN) == 0};
}

static bool wants(const struct mind *m, const struct state *s, const struct input *in)
{
    if (presence_people(&s->presence))
        return in->kind == CMD_pass;
    return in->kind != CMD_pass && (in->kind != CMD_accuse || m->accuses);
}

static bool choose(struct bot *b, const struct state *s, struct input *out)
{
    struct input may[LEGAL_MAX];
    uint32_t count = 0;
    int offered = b->game->legal(s, b->seat, may, LEGAL_MAX);
    for (int i = 0; i < offered; i++)
        if (wants(bot_mind(b), s, &may[i]))
            may[count++] = may[i];
    if (count)
        *out = may[pace_below(&b->pace, count)];
    return count > 0;
}

static bool look(struct bot *b, const struct state *s, int64_t now_ms, struct input *out)
{
    struct mind *m = bot_mind(b);
    if (s->clock.stopped || !being_played(s))
        return false;
    if (has_changed(m, s))
        consider(b, s, now_ms);
    if (m->done)
        return false;
    b->wakes_ms = m->acts_ms > b->pace.free_ms ? m->acts_ms : b->pace.free_ms;
    if (now_ms < b->wakes_ms)
        return false;
    b->wakes_ms = INT64_MAX;
    m->done = true;
    return choose(b, s, out);
}

const struct bot_kind word_babbler = {.name = "babbler", .game = "word", .look = look};
