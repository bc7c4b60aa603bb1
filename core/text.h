/* core/text.h -- the few things done with short texts held by value.
 *
 * Such a text is padded with zeros to the end of its field, so that equal texts
 * are equal bytes. */
#ifndef CORE_TEXT_H
#define CORE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Fills all of `to`; what does not fit is cut off. */
static inline void text_copy(char *to, size_t room, const char *from)
{
    size_t i = 0;
    for (; i + 1 < room && from[i]; i++)
        to[i] = from[i];
    for (; i < room; i++)
        to[i] = 0;
}

static inline bool text_blank(const char *text)
{
    while (*text == ' ')
        text++;
    return *text == 0;
}

/* Its length in characters as people count them (text.c). */
int text_characters(const char *text);

#endif
