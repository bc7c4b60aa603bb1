/* core/utf8.h -- which bytes are text: UTF-8 without control characters.
 *
 * Everything people give us to show to others passes through here: names, messages, titles. */
#ifndef CORE_UTF8_H
#define CORE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads the character at *at and moves past it.  -1: there is none, or it is overlong, half of a surrogate
 * pair or beyond U+10FFFF. */
static inline int32_t utf8_read(const char **at, const char *end)
{
    static const int32_t least[] = {0, 0x80, 0x800, 0x10000};
    if (*at == end)
        return -1;
    unsigned char lead = (unsigned char)*(*at)++;
    int more = lead < 0x80 ? 0 : lead < 0xc0 ? -1 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : lead < 0xf8 ? 3 : -1;
    if (more < 0 || end - *at < more)
        return -1;
    int32_t code = more == 0 ? lead : lead & (0x3f >> more);
    for (int i = 0; i < more; i++) {
        unsigned char c = (unsigned char)*(*at)++;
        if ((c & 0xc0) != 0x80)
            return -1;
        code = code << 6 | (c & 0x3f);
    }
    bool surrogate = code >= 0xd800 && code <= 0xdfff;
    return code < least[more] || surrogate || code > 0x10ffff ? -1 : code;
}

static inline bool utf8_is_control(int32_t code)
{
    return code < ' ' || (code >= 0x7f && code < 0xa0);
}

static inline bool utf8_is_text(const char *text, size_t size)
{
    for (const char *at = text, *end = text + size; at < end;)
        if (utf8_is_control(utf8_read(&at, end))) /* -1 is less than any text too */
            return false;
    return true;
}

#endif
