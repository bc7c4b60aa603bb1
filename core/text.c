/* core/text.c -- characters as people count them: what one sees as one, and deletes with one press.
 *
 * Marks of the commoner scripts, joined emoji, flags and skin colours belong to what stands before them.  Of
 * rarer scripts a mark is a character by itself: then the limit comes somewhat sooner. */
#include "core/text.h"

#include <string.h>

#include "core/utf8.h"

static const struct {
    int32_t first, last;
} joins[] = {
    {0x0300, 0x036f},                     /* accents */
    {0x0483, 0x0489},                     /* Cyrillic */
    {0x0591, 0x05bd},                     /* Hebrew */
    {0x05bf, 0x05c7},   {0x0610, 0x061a}, /* Arabic */
    {0x064b, 0x065f},   {0x0670, 0x0670},   {0x06d6, 0x06dc},
    {0x06df, 0x06e4},   {0x0900, 0x0903},                     /* Devanagari */
    {0x093a, 0x093c},   {0x093e, 0x094f},   {0x0e31, 0x0e31}, /* Thai */
    {0x0e34, 0x0e3a},   {0x0e47, 0x0e4e},   {0x1160, 0x11ff}, /* Hangul, letter by letter */
    {0x1ab0, 0x1aff},                                         /* more accents */
    {0x1dc0, 0x1dff},   {0x200d, 0x200d},                     /* joins what follows, too */
    {0x20d0, 0x20ff},   {0x3099, 0x309a},                     /* Japanese */
    {0xfe00, 0xfe0f},                                         /* in colour or not */
    {0xfe20, 0xfe2f},   {0x1f3fb, 0x1f3ff},                   /* skin */
    {0xe0020, 0xe007f},                                       /* flags of regions */
};
enum { JOINER = 0x200d, FLAGS_FIRST = 0x1f1e6, FLAGS_LAST = 0x1f1ff };

static bool joins_before(int32_t code)
{
    for (size_t i = 0; i < sizeof joins / sizeof *joins; i++)
        if (code >= joins[i].first && code <= joins[i].last)
            return true;
    return false;
}

static bool is_flag_half(int32_t code)
{
    return code >= FLAGS_FIRST && code <= FLAGS_LAST;
}

int text_characters(const char *text)
{
    const char *end = text + strlen(text);
    int32_t before = -1;
    int count = 0;
    bool half = false; /* of a flag: the next completes it */
    while (text < end) {
        int32_t code = utf8_read(&text, end);
        bool completes = half && is_flag_half(code);
        bool joined = before >= 0 && (before == JOINER || completes || (code >= 0x300 && joins_before(code)));
        count += !joined;
        half = is_flag_half(code) && !completes;
        before = code;
    }
    return count;
}
