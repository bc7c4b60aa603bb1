/* core/name.c -- names told apart by what is seen of them. */
#include "core/name.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "core/utf8.h"

struct span {
    int32_t first, last;
};

/* Of no width, or blank without being a space, or changing the direction of what follows. */
static const struct span unseen[] = {
    {0x00ad, 0x00ad},   /* soft hyphen */
    {0x034f, 0x034f},   /* grapheme joiner */
    {0x061c, 0x061c},   /* Arabic letter mark */
    {0x115f, 0x1160},   /* Hangul fillers */
    {0x17b4, 0x17b5},   /* Khmer vowels that are not written */
    {0x180b, 0x180f},   /* Mongolian selectors and separator */
    {0x200b, 0x200f},   /* zero width space and joiners, directions */
    {0x2028, 0x202e},   /* separators of lines, directions */
    {0x2060, 0x206f},   /* word joiner, operators, directions */
    {0x2800, 0x2800},   /* Braille without a dot */
    {0x3164, 0x3164},   /* Hangul filler */
    {0xfe00, 0xfe0d},   /* variants of a letter */
    {0xfeff, 0xfeff},   /* byte order mark */
    {0xffa0, 0xffa0},   /* Hangul filler, half width */
    {0xfff0, 0xfffc},   /* notes between lines, objects */
    {0x1bca0, 0x1bca3}, /* shorthand */
    {0x1d173, 0x1d17a}, /* music */
    {0xe0000, 0xe0fff}, /* tags, more variants */
};

static const struct span spaces[] = {
    {' ', ' '},       {0x00a0, 0x00a0}, {0x1680, 0x1680}, {0x2000, 0x200a},
    {0x202f, 0x202f}, {0x205f, 0x205f}, {0x3000, 0x3000},
};

/* The capitals of the first .. last and how far behind each its small letter is; 1: they alternate. */
static const struct {
    struct span capitals;
    int32_t ahead;
} letters[] = {
    {{'A', 'Z'}, 0x20},
    {{0x00c0, 0x00d6}, 0x20}, /* Latin-1, */
    {{0x00d8, 0x00de}, 0x20}, /* but the sign for times */
    {{0x0100, 0x012e}, 1},    /* Latin Extended-A */
    {{0x0130, 0x0130}, 'i' - 0x0130},
    {{0x0132, 0x0136}, 1},
    {{0x0139, 0x0147}, 1},
    {{0x014a, 0x0176}, 1},
    {{0x0178, 0x0178}, 0x00ff - 0x0178},
    {{0x0179, 0x017d}, 1},
    {{0x01cd, 0x01db}, 1}, /* Latin Extended-B */
    {{0x01de, 0x01ee}, 1},
    {{0x01f8, 0x021e}, 1},
    {{0x0222, 0x0232}, 1},
    {{0x0391, 0x03ab}, 0x20}, /* Greek */
    {{0x0400, 0x040f}, 0x50}, /* Cyrillic */
    {{0x0410, 0x042f}, 0x20},
    {{0x1e00, 0x1e94}, 1}, /* Latin Extended Additional */
    {{0x1e9e, 0x1e9e}, 0x00df - 0x1e9e},
    {{0x1ea0, 0x1efe}, 1},
};

#define COUNT(list) (sizeof(list) / sizeof *(list))

static bool within(int32_t code, const struct span *s)
{
    return code >= s->first && code <= s->last;
}

static bool among(int32_t code, const struct span *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (within(code, &list[i]))
            return true;
    return false;
}

static int32_t small_letter(int32_t code)
{
    for (size_t i = 0; i < COUNT(letters); i++) {
        int32_t ahead = letters[i].ahead;
        if (within(code, &letters[i].capitals))
            return ahead != 1 || (code - letters[i].capitals.first) % 2 == 0 ? code + ahead : code;
    }
    return code;
}

enum { JOINER = 0x200d };

/* Keyboards put one behind a heart or a sun, to have it in colour or not; or join two pictures into one. */
static bool changes_picture(int32_t code)
{
    return code == 0xfe0e || code == 0xfe0f || code == JOINER;
}

static bool is_picture(int32_t code)
{
    return (code >= 0x2190 && code <= 0x2bff) || (code >= 0x1f000 && code <= 0x1faff);
}

/* The next thing that is seen, and goes on behind it; all spaces before it are one.  0: the end. */
static int32_t next_seen(const char **at, const char *end)
{
    bool space = false;
    while (*at < end) {
        const char *here = *at;
        int32_t code = utf8_read(at, end);
        if (changes_picture(code))
            continue;
        if (among(code, spaces, COUNT(spaces))) {
            space = true;
            continue;
        }
        *at = space ? here : *at;
        return space ? ' ' : small_letter(code);
    }
    return 0;
}

/* Spaces at the beginning are not seen either. */
static int32_t first_seen(const char **at, const char *end)
{
    int32_t code = next_seen(at, end);
    return code == ' ' ? next_seen(at, end) : code;
}

bool name_is_seen(const char *name)
{
    const char *end = name + strlen(name), *at = name;
    if (!first_seen(&at, end))
        return false;
    int32_t last = 0;
    for (at = name; at < end;) {
        int32_t code = utf8_read(&at, end);
        const char *after = at;
        bool joins = code == JOINER && is_picture(last) && at < end && is_picture(utf8_read(&after, end));
        if (!joins && among(code, unseen, COUNT(unseen)))
            return false;
        last = changes_picture(code) ? last : code;
    }
    return true;
}

bool name_alike(const char *a, const char *b)
{
    const char *a_end = a + strlen(a), *b_end = b + strlen(b);
    int32_t x = first_seen(&a, a_end), y = first_seen(&b, b_end);
    while (x && x == y) {
        x = next_seen(&a, a_end);
        y = next_seen(&b, b_end);
    }
    return x == y;
}
