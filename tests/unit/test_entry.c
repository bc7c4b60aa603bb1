/* tests/unit/test_entry.c -- bodies as they are stored: fields by number and length, for every version. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/dice.h"
#include "core/see.h"
#include "record/entry.h"
#include "record/stories.h"

static const uint64_t key[2] = {4, 2};
static uint64_t drawn;

static uint32_t below(uint32_t limit)
{
    return dice_below(key, drawn++, limit);
}

static bool has_words(const struct kind *kind)
{
    for (const struct field *f = kind->fields(); f->name; f++)
        if (f->holds == HOLDS_WORDS)
            return true;
    return false;
}

/* Any bytes, sparse or dense, in fields; nothing beside them. */
static void fill(const struct kind *kind, uint8_t *body, const char *word)
{
    memset(body, 0, BODY_MAX);
    for (const struct field *f = kind->fields(); f->name; f++) {
        size_t size = f->scalar == T_text ? below(f->size) : f->size;
        uint32_t dense = below(4);
        for (size_t i = 0; i < size; i++)
            body[f->offset + i] = f->scalar == T_text ? (uint8_t)(1 + below(255))
                                  : below(4) < dense  ? (uint8_t)below(256)
                                                      : 0;
        if (f->holds == HOLDS_WORDS) {
            memset(body + f->offset, 0, f->size);
            memcpy(body + f->offset, word ? word : "", word ? strlen(word) : 0);
        }
    }
}

typedef void each_kind(const struct kind *kind);

static void for_all_kinds(each_kind *each)
{
    for (const struct game *const *g = games; *g; g++)
        for (int i = 0; i < 2 * KINDS_MAX; i++) {
            const struct kind *kind = &(i % 2 ? (*g)->schema->events : (*g)->schema->commands)[i / 2];
            if (kind->fields)
                each(kind);
        }
}

static size_t pack(const struct kind *kind, const uint8_t *body, const char *word, uint8_t *out, size_t room)
{
    struct bytes_out o = {out, out + room, false};
    entry_pack(&o, kind, body, kind->size, word);
    assert_false(o.full);
    return (size_t)(o.at - out);
}

/* From a copy of just that size, so that reading behind it is noticed. */
static bool unpack(const uint8_t *bytes, size_t size, const struct kind *kind, const char *word,
                   uint8_t *body)
{
    uint8_t *copy = malloc(size ? size : 1);
    memcpy(copy, bytes, size);
    struct bytes_in in = {copy, copy + size, false};
    bool good = entry_unpack(&in, kind, word, body);
    assert_true(!good || in.at == in.end);
    free(copy);
    return good;
}

/* ---- there and back ---- */

static void there_and_back(const struct kind *kind)
{
    uint8_t body[BODY_MAX], again[BODY_MAX], packed[2 * BODY_MAX];
    for (int i = 0; i < 200; i++) {
        const char *word = has_words(kind) ? (const char *[]){NULL, "", "A", "Zo\xc3\xab"}[i % 4] : NULL;
        fill(kind, body, word);
        assert_true(entry_says(kind, body, word));
        size_t size = pack(kind, body, word, packed, sizeof packed);
        assert_true(size <= BODY_MAX + 16); /* as ENTRY_MAX has it */
        memset(again, 0xa5, sizeof again);
        assert_true(unpack(packed, size, kind, word, again));
        assert_memory_equal(again, body, kind->size);
    }
}

static void is_the_same_again(void **unused)
{
    (void)unused;
    for_all_kinds(there_and_back);
}

/* As a game of tomorrow may have them: a length that fits into one byte, and one that does not. */
static const struct field *long_fields(void)
{
    static const struct field fields[] = {{.name = "pile", .offset = 0, .size = 600, .count = 600},
                                          {.name = "last", .offset = 600, .size = 1, .count = 1},
                                          {0}};
    return fields;
}

static void long_lists(void **unused)
{
    static const struct kind kind = {.name = "long", .size = 601, .fields = long_fields};
    uint8_t body[BODY_MAX], again[BODY_MAX], packed[2 * BODY_MAX];
    (void)unused;
    for (size_t size = 1; size <= 600; size++) {
        memset(body, 0, sizeof body);
        memset(body, 7, size);
        body[600] = 1;
        assert_true(unpack(packed, pack(&kind, body, NULL, packed, sizeof packed), &kind, NULL, again));
        assert_memory_equal(again, body, kind.size);
    }
}

static void longest(const struct kind *kind)
{
    uint8_t body[BODY_MAX] = {0}, packed[2 * BODY_MAX];
    char word[SAY_MAX];
    memset(word, 'x', sizeof word);
    word[sizeof word - 1] = 0;
    for (const struct field *f = kind->fields(); f->name; f++) {
        memset(body + f->offset, 0xff, f->scalar == T_text ? f->size - 1u : f->size);
        if (f->holds == HOLDS_WORDS) {
            word[f->size - 1] = 0;
            memset(body + f->offset, 'x', f->size - 1u);
        }
    }
    assert_true(pack(kind, body, has_words(kind) ? word : NULL, packed, sizeof packed) <= BODY_MAX + 16);
}

static void fits(void **unused)
{
    (void)unused;
    for_all_kinds(longest);
}

/* What people wrote is nowhere in it. */
static void without_words(const struct kind *kind)
{
    uint8_t body[BODY_MAX], packed[2 * BODY_MAX], deleted[2 * BODY_MAX], none[BODY_MAX];
    static const char word[] = "Nobody's business";
    if (!has_words(kind))
        return;
    fill(kind, body, word);
    size_t size = pack(kind, body, word, packed, sizeof packed);
    memcpy(none, body, sizeof none);
    for (const struct field *f = kind->fields(); f->name; f++)
        if (f->holds == HOLDS_WORDS)
            memset(none + f->offset, 0, f->size);
    assert_int_equal(pack(kind, none, "", deleted, sizeof deleted), size);
    assert_memory_equal(packed, deleted, size);
    assert_false(entry_says(kind, body, NULL));
    assert_false(entry_says(kind, body, "Nobody's"));
    assert_true(entry_says(kind, none, ""));
}

static void holds_no_words(void **unused)
{
    (void)unused;
    for_all_kinds(without_words);
}

/* ---- other versions ---- */

/* A version of tomorrow has more fields, and longer lists whose further places are empty here. */
static void of_tomorrow(const struct kind *kind)
{
    uint8_t body[BODY_MAX], again[BODY_MAX], packed[3 * BODY_MAX];
    int fields = 0;
    for (const struct field *f = kind->fields(); f->name; f++)
        fields++;
    for (int i = 0; i < 30; i++) {
        const char *word = has_words(kind) ? "w" : NULL;
        fill(kind, body, word);
        size_t size = pack(kind, body, word, packed, sizeof packed);
        for (uint32_t more = below(4); more; more--) {
            size_t length = below(2) ? below(255) : 255 + below(300);
            if (size + length + 4 > sizeof packed)
                break;
            packed[size++] = (uint8_t)(fields + 1 + (int)below((uint32_t)(255 - fields)));
            packed[size++] = (uint8_t)(length < 255 ? length : 255);
            if (length >= 255) {
                packed[size++] = (uint8_t)length;
                packed[size++] = (uint8_t)(length >> 8);
            }
            while (length--)
                packed[size++] = (uint8_t)below(256);
        }
        assert_true(unpack(packed, size, kind, word, again));
        assert_memory_equal(again, body, kind->size);
    }
}

/* A version of yesterday had fewer, and shorter lists. */
static void of_yesterday(const struct kind *kind)
{
    uint8_t body[BODY_MAX], again[BODY_MAX], packed[2 * BODY_MAX];
    int fields = 0, number = 0;
    for (const struct field *f = kind->fields(); f->name; f++)
        fields++;
    if (!fields)
        return;
    for (int known = 0; known <= fields; known++) {
        const char *word = has_words(kind) ? "w" : NULL;
        fill(kind, body, word);
        size_t size = 0;
        number = 0;
        for (const struct field *f = kind->fields(); f->name; f++) {
            bool words = f->holds == HOLDS_WORDS;
            size_t length = words ? 1 : f->count > 1 || f->scalar == T_text ? below(f->size) : f->size;
            if (++number > known || f->size > 254)
                length = 0;
            if (length) {
                packed[size++] = (uint8_t)number;
                packed[size++] = (uint8_t)length;
                memcpy(packed + size, body + f->offset, length);
                size += length;
            }
            memset(body + f->offset + (words && length ? 1 : length), 0,
                   f->size - (words && length ? 1 : length));
        }
        assert_true(unpack(packed, size, kind, word, again));
        assert_memory_equal(again, body, kind->size);
    }
}

static void reads_other_versions(void **unused)
{
    (void)unused;
    for_all_kinds(of_tomorrow);
    for_all_kinds(of_yesterday);
}

/* More than there is room for is not cut off. */
static void too_long(const struct kind *kind)
{
    uint8_t again[BODY_MAX], packed[2 * BODY_MAX];
    int number = 0;
    for (const struct field *f = kind->fields(); f->name; f++) {
        number++;
        if (f->holds == HOLDS_WORDS || f->size > 250)
            continue;
        packed[0] = (uint8_t)number;
        packed[1] = (uint8_t)(f->size + 1);
        memset(packed + 2, 1, f->size + 1u);
        assert_false(unpack(packed, f->size + 3u, kind, NULL, again));
        packed[1] = (uint8_t)f->size; /* a text without an end */
        assert_int_equal(unpack(packed, f->size + 2u, kind, NULL, again), f->scalar != T_text);
    }
}

static void refuses_what_does_not_fit(void **unused)
{
    (void)unused;
    for_all_kinds(too_long);
}

/* ---- damage ---- */

static void damaged(const struct kind *kind)
{
    uint8_t body[BODY_MAX], again[BODY_MAX + 64], packed[2 * BODY_MAX];
    const char *word = has_words(kind) ? "word" : NULL;
    for (int i = 0; i < 300; i++) {
        fill(kind, body, word);
        size_t size = pack(kind, body, word, packed, sizeof packed);
        for (uint32_t n = 1 + below(4); n && size; n--)
            packed[below((uint32_t)size)] = (uint8_t)below(256);
        size_t cut = below(3) ? size : below((uint32_t)size + 1);
        memset(again, 0xa5, sizeof again);
        unpack(packed, cut, kind, word, again);
        for (size_t k = kind->size; k < sizeof again; k++)
            assert_int_equal(again[k], 0xa5); /* never more than its body */
    }
}

static void survives_damage(void **unused)
{
    (void)unused;
    for_all_kinds(damaged);
}

/* ---- whole entries ---- */

static uint16_t any_kind(const struct kind *kinds)
{
    uint16_t kind;
    do
        kind = (uint16_t)below(KINDS_MAX);
    while (!kinds[kind].fields);
    return kind;
}

static struct event events[EVENTS_PER_INPUT_MAX];

static size_t seal_any(const struct game *game, struct entry *e, int count, uint8_t *sealed)
{
    struct bytes_out out = {sealed, sealed + ENTRY_MAX, false};
    *e = (struct entry){.version = (uint16_t)(1 + below(9)), .word = WORD_NONE};
    e->in.kind = any_kind(game->schema->commands);
    e->in.by = (seat_t)below(SEAT_SERVER + 1);
    e->in.id = below(UINT32_MAX);
    e->in.seen = below(UINT32_MAX);
    e->in.now_ms = below(UINT32_MAX);
    bool words = has_words(&game->schema->commands[e->in.kind]);
    if (words && below(4)) {
        e->word = (uint8_t)(below(3) ? WORD_TOLD : WORD_DELETED);
        memset(e->hash, (int)below(256), sizeof e->hash);
        snprintf(e->text, sizeof e->text, "%s", e->word == WORD_TOLD ? "some words" : "");
    }
    fill(&game->schema->commands[e->in.kind], e->in.body, entry_text(e));
    entry_seal(&out, game, e);
    for (int i = 0; i < count; i++) {
        memset(&events[i], 0, sizeof events[i]);
        events[i].kind = any_kind(game->schema->events);
        events[i].at_ms = e->in.now_ms;
        events[i].seq = (seq_t)(i + 1);
        events[i].to = below(1 << VIEWS);
        fill(&game->schema->events[events[i].kind], events[i].body, entry_text(e));
        events[i].size = schema_bytes(&game->schema->events[events[i].kind], events[i].body);
        entry_seal_event(&out, game, e, &events[i]);
    }
    assert_false(out.full);
    return (size_t)(out.at - sealed);
}

static void entries_are_the_same_again(void **unused)
{
    static uint8_t sealed[ENTRY_MAX];
    (void)unused;
    for (int i = 0; i < 3000; i++) {
        const struct game *game = games[i % 3];
        struct entry e, again = {0};
        struct event event;
        int count = (int)below(i % 50 ? 8 : EVENTS_PER_INPUT_MAX + 1);
        size_t size = seal_any(game, &e, count, sealed);
        uint8_t *copy = malloc(size);
        memcpy(copy, sealed, size);
        struct bytes_in in = {copy, copy + size, false};
        again.word = e.word;
        memcpy(again.text, e.text, sizeof e.text);
        assert_true(entry_read(&in, game, &again));
        assert_memory_equal(&again.in, &e.in, offsetof(struct input, body));
        assert_memory_equal(again.in.body, e.in.body, game->schema->commands[e.in.kind].size);
        assert_true(again.version == e.version && !memcmp(again.hash, e.hash, sizeof e.hash));
        for (int k = 0; k < count; k++) {
            assert_true(entry_read_event(&in, game, &again, (seq_t)(k + 1), &event));
            assert_memory_equal(&event, &events[k], offsetof(struct event, body) + event.size);
        }
        assert_false(entry_read_event(&in, game, &again, 1, &event));
        assert_false(in.bad);
        free(copy);
    }
}

static void damaged_entries(void **unused)
{
    static uint8_t sealed[ENTRY_MAX];
    (void)unused;
    for (int i = 0; i < 20000; i++) {
        const struct game *game = games[i % 3];
        struct entry e;
        struct event event;
        size_t size = seal_any(game, &e, (int)below(4), sealed);
        for (uint32_t n = below(5); n; n--)
            sealed[below((uint32_t)size)] = (uint8_t)below(256);
        size_t cut = below(3) ? size : below((uint32_t)size + 1);
        uint8_t *copy = malloc(cut ? cut : 1);
        memcpy(copy, sealed, cut);
        struct bytes_in in = {copy, copy + cut, false};
        if (entry_read(&in, game, &e))
            while (entry_read_event(&in, game, &e, 1, &event))
                assert_true(event.size <= BODY_MAX && game->schema->events[event.kind].fields);
        free(copy);
    }
}

/* ---- stories ---- */

/* What a count through the log would tell, at any moment and however far behind. */
static void counts_in_the_log(void **unused)
{
    static struct stories s;
    static struct event log[3000];
    const struct game *game = games[0];
    const uint16_t said = schema_find(game->schema->events, "said", 4), begun = 1;
    (void)unused;
    for (seq_t count = 1; count < 3000; count++) {
        struct event *e = &log[count];
        *e = (struct event){.seq = count, .kind = below(3) ? begun : said, .to = below(1 << VIEWS)};
        stories_add(&s, game, e);
        seat_t who = (seat_t)below(VIEWS);
        seq_t seen = s.told[who] - (below(2) ? below(s.told[who] + 1) % 100 : 0), number = 0, last = 0;
        for (seq_t i = 1; i <= count; i++) {
            if ((log[i].kind == begun || (log[i].to & SEAT(who))) && ++number > seen)
                break;
            last = i;
        }
        assert_int_equal(stories_in_log(&s, who, seen), last);
    }
    assert_true(stories_in_log(&s, 1, 0) <
                s.count); /* further back than is remembered: an end, all the same */
    assert_int_equal(stories_in_log(&s, SEAT_SERVER, 7), s.count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        {"P8.8 a body that is packed and unpacked is the same", is_the_same_again, 0, 0, 0},
        {"P8.8 and so is a list of any length", long_lists, 0, 0, 0},
        {"no body is longer than there is room for", fits, 0, 0, 0},
        {"words are not in what is hashed", holds_no_words, 0, 0, 0},
        {"P8.8 fields of a later version are passed over, those of an earlier one read zero",
         reads_other_versions, 0, 0, 0},
        {"what does not fit is refused", refuses_what_does_not_fit, 0, 0, 0},
        {"damaged bytes are never read or written beyond", survives_damage, 0, 0, 0},
        {"P8.8 an entry that is sealed and read is the same", entries_are_the_same_again, 0, 0, 0},
        {"a damaged entry is never read beyond", damaged_entries, 0, 0, 0},
        {"P6.3 what was seen of a story is counted in the log", counts_in_the_log, 0, 0, 0},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
