/* net/text.c -- UTF-8, percent signs, the handshake's answer. */
#include "net/text.h"

#include <nettle/base64.h>
#include <nettle/sha1.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "core/utf8.h"
#include "net/net.h"

bool text_is_utf8(const char *text, size_t size)
{
    const char *at = text, *end = text + size;
    while (at < end) {
        uint64_t eight;
        if (end - at >= 8 && (memcpy(&eight, at, 8), !(eight & 0x8080808080808080u)))
            at += 8; /* nearly all of what is sent is ASCII */
        else if (utf8_read(&at, end) < 0)
            return false;
    }
    return true;
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
}

/* One byte from *from, which moves on; -1: a percent sign without two digits. */
static int decoded_byte(const char **from)
{
    const char *p = *from;
    if (*p != '%')
        return *from += 1, (uint8_t)*p;
    int high = hex_digit(p[1]), low = high < 0 ? -1 : hex_digit(p[2]);
    *from += 3;
    return low < 0 ? -1 : high << 4 | low;
}

/* No empty segment but the last, and none that means "here" or "up": then it may be joined to a folder. */
static bool segments_are_plain(const char *path)
{
    for (const char *p = path; *p == '/';) {
        const char *segment = ++p;
        while (*p && *p != '/')
            p++;
        size_t size = (size_t)(p - segment);
        if ((!size && *p) || (size == 1 && segment[0] == '.') ||
            (size == 2 && segment[0] == '.' && segment[1] == '.'))
            return false;
    }
    return true;
}

bool text_decode_path(char *path)
{
    char *to = path;
    if (*path != '/')
        return false;
    for (const char *from = path; *from;) {
        int byte = decoded_byte(&from);
        if (byte < 0x20 || byte == 0x7F || byte == '\\')
            return false;
        *to++ = (char)byte;
    }
    *to = 0;
    return text_is_utf8(path, (size_t)(to - path)) && segments_are_plain(path);
}

static bool decode_value(const char *from, const char *end, char *out, size_t max)
{
    size_t size = 0;
    while (from < end) {
        bool plus = *from == '+';
        int byte = decoded_byte(&from);
        if (byte <= 0 || from > end || size + 1 >= max)
            return false;
        out[size++] = plus ? ' ' : (char)byte;
    }
    out[size] = 0;
    return text_is_utf8(out, size);
}

/* As sent, up to the next '&'; NULL: the name is not there. */
static const char *find_value(const char *query, const char *name)
{
    size_t name_size = strlen(name);
    for (const char *p = query; *p;) {
        const char *end = p + strcspn(p, "&");
        if (!strncmp(p, name, name_size) && p[name_size] == '=')
            return p + name_size + 1;
        p = *end ? end + 1 : end;
    }
    return NULL;
}

bool net_query_has(const char *query, const char *name)
{
    return find_value(query, name) != NULL;
}

bool net_query(const char *query, const char *name, char *out, size_t max)
{
    const char *value = find_value(query, name);
    return value && max && decode_value(value, value + strcspn(value, "&"), out, max);
}

bool net_offer(const char *protocols, const char *before, char *out, size_t max)
{
    size_t first = strlen(before);
    *out = 0;
    for (const char *item = protocols; *item;) {
        item += strspn(item, ", \t");
        size_t size = strcspn(item, ", \t");
        if (size >= first && !strncmp(item, before, first)) {
            bool fits = size - first < max;
            if (fits)
                memcpy(out, item + first, size - first);
            out[fits ? size - first : 0] = 0;
            return fits;
        }
        item += size;
    }
    return false;
}

/* "q=0", "q=0.0" and so on, behind a semicolon. */
static bool weighs_nothing(const char *item, const char *end)
{
    const char *p = memchr(item, ';', (size_t)(end - item));
    while (p && p < end && (*p == ';' || *p == ' '))
        p++;
    if (!p || end - p < 3 || (*p | 32) != 'q' || p[1] != '=')
        return false;
    for (p += 2; p < end && (*p == '0' || *p == '.'); p++)
        ;
    return p == end || *p == ' ';
}

bool text_accepts(const char *list, const char *token)
{
    size_t size = strlen(token);
    for (const char *item = list; *item;) {
        item += strspn(item, ", \t");
        const char *end = item + strcspn(item, ",");
        if (strcspn(item, ",; \t") == size && !strncasecmp(item, token, size))
            return !weighs_nothing(item, end);
        item = end;
    }
    return false;
}

bool text_is_handshake_key(const char *key)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return strlen(key) == HANDSHAKE_KEY_SIZE && strspn(key, digits) == HANDSHAKE_KEY_SIZE - 2 &&
           !strcmp(key + HANDSHAKE_KEY_SIZE - 2, "==");
}

void text_answer_handshake(const char *key, char answer[HANDSHAKE_ANSWER_SIZE + 1])
{
    static const char salt[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"; /* RFC 6455, 1.3 */
    struct sha1_ctx sha1;
    uint8_t digest[SHA1_DIGEST_SIZE];
    sha1_init(&sha1);
    sha1_update(&sha1, HANDSHAKE_KEY_SIZE, (const uint8_t *)key);
    sha1_update(&sha1, sizeof salt - 1, (const uint8_t *)salt);
    sha1_digest(&sha1, sizeof digest, digest);
    base64_encode_raw(answer, sizeof digest, digest);
    answer[HANDSHAKE_ANSWER_SIZE] = 0;
}
