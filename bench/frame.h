/* bench/frame.h -- as much of WebSocket frames as floor and load need: whole texts of less than 64 KiB.
 *
 * Written by hand, without net/ws.h: the floor is the least that can be done, and the load must not borrow
 * from the server what it measures. */
#ifndef BENCH_FRAME_H
#define BENCH_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { FRAME_TEXT = 0x81, FRAME_CLOSE = 0x88, FRAME_MASKED = 0x80, FRAME_HEAD_MAX = 8 };

struct frame {
    uint8_t kind;
    size_t head, length; /* bytes of the head and of the payload */
};

/* Writes the head of a text right before it, where there are FRAME_HEAD_MAX bytes of room; returns its size.
 * A client has to mask: with zeros, which are as good a mask as any. */
static inline size_t frame_put_head(char *text, size_t length, bool client)
{
    size_t mask = client ? 4 : 0, head = (length < 126 ? 2 : 4) + mask;
    char *at = text - head;
    at[0] = (char)FRAME_TEXT;
    at[1] = (char)((client ? FRAME_MASKED : 0) | (int)(length < 126 ? length : 126));
    if (length >= 126) {
        at[2] = (char)(length >> 8);
        at[3] = (char)length;
    }
    memset(text - mask, 0, mask);
    return head;
}

/* Reads the head; false: the frame is not complete yet. */
static inline bool frame_read(const char *bytes, size_t size, struct frame *out)
{
    if (size < 2)
        return false;
    size_t mask = (uint8_t)bytes[1] & FRAME_MASKED ? 4 : 0;
    out->kind = (uint8_t)bytes[0];
    out->length = (uint8_t)bytes[1] & 0x7F;
    out->head = (out->length < 126 ? 2 : 4) + mask;
    if (size < out->head)
        return false;
    if (out->length == 126)
        out->length = (size_t)((uint8_t)bytes[2] << 8 | (uint8_t)bytes[3]);
    return size >= out->head + out->length;
}

#endif
