/* core/pen.h -- writes text into given memory, and never past its end.
 *
 * What does not fit is dropped and sets `full`.  It formats only texts and whole
 * numbers.  Inline, because every message to a browser goes through it. */
#ifndef CORE_PEN_H
#define CORE_PEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct pen {
    char *at, *end; /* `end` is reserved for the closing zero */
    bool full;
};

static inline struct pen pen_on(char *out, size_t max)
{
    return (struct pen){out, out + max - 1, false};
}

static inline void pen_bytes(struct pen *p, const char *bytes, size_t size)
{
    if ((size_t)(p->end - p->at) < size) {
        p->full = true;
        size = (size_t)(p->end - p->at);
    }
    memcpy(p->at, bytes, size);
    p->at += size;
}

static inline void pen_text(struct pen *p, const char *text)
{
    pen_bytes(p, text, strlen(text));
}

static inline void pen_char(struct pen *p, char c)
{
    if (p->at == p->end)
        p->full = true;
    else
        *p->at++ = c;
}

/* A character as UTF-8. */
static inline void pen_character(struct pen *p, int32_t code)
{
    static const uint8_t lead[] = {0, 0xc0, 0xe0, 0xf0};
    int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    pen_char(p, (char)(lead[more] | code >> (6 * more)));
    while (more--)
        pen_char(p, (char)(0x80 | (code >> (6 * more) & 0x3f)));
}

static inline void pen_number(struct pen *p, int64_t value)
{
    char digits[20];
    int first = 20;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    if (value < 0)
        pen_char(p, '-');
    if (rest < 10) {
        pen_char(p, (char)('0' + rest));
        return;
    }
    do {
        digits[--first] = (char)('0' + rest % 10);
    } while (rest /= 10);
    pen_bytes(p, digits + first, (size_t)(20 - first));
}

/* Closes the text with a zero; returns its length. */
static inline size_t pen_done(struct pen *p, const char *start)
{
    *p->at = 0;
    return (size_t)(p->at - start);
}

#endif
