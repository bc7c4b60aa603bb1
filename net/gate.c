/* net/gate.c -- requests byte by byte: RFC 9112 without anything that it merely tolerates. */
#include "net/gate.h"

#include <string.h>

enum { SIZE_DIGITS_MAX = 8 };

static bool is_token(uint8_t c)
{
    return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z') ||
           (c && strchr("!#$%&'*+-.^_`|~", c));
}

static int hex_digit(uint8_t c)
{
    return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
}

/* In a word of the first line: more of it, or the one space behind it. */
static enum gate_state in_word(struct gate *g, bool belongs, uint8_t c, enum gate_state then)
{
    if (belongs) {
        g->at = 1;
        return (enum gate_state)g->state;
    }
    bool ends = c == ' ' && g->at;
    g->at = 0;
    return ends ? then : GATE_BAD;
}

static enum gate_state in_version(struct gate *g, uint8_t c)
{
    static const char form[] = "HTTP/0.0"; /* a zero is any digit: which, the parser judges */
    if (g->at == sizeof form - 1)
        return c == '\r' ? GATE_LINE_LF : GATE_BAD;
    char wanted = form[g->at++];
    return (wanted == '0' ? c >= '0' && c <= '9' : c == wanted) ? GATE_VERSION : GATE_BAD;
}

static enum gate_state in_size(struct gate *g, uint8_t c)
{
    int digit = hex_digit(c);
    if (digit < 0)
        return c == '\r' && g->at ? GATE_SIZE_LF : GATE_BAD;
    g->left = g->left << 4 | (uint64_t)digit;
    return ++g->at > SIZE_DIGITS_MAX ? GATE_BAD : GATE_SIZE;
}

static enum gate_state begin_size(struct gate *g)
{
    g->at = 0;
    g->left = 0;
    return GATE_SIZE;
}

static enum gate_state after(struct gate *g, uint8_t c)
{
    switch (g->state) {
    case GATE_METHOD:
        return in_word(g, c >= 'A' && c <= 'Z', c, GATE_TARGET);
    case GATE_TARGET:
        return in_word(g, c > ' ' && c < 0x7F, c, GATE_VERSION);
    case GATE_VERSION:
        return in_version(g, c);
    case GATE_LINE:
        return c == '\r' ? GATE_LAST_LF : is_token(c) ? GATE_NAME : GATE_BAD;
    case GATE_NAME:
        return c == ':' ? GATE_VALUE : is_token(c) ? GATE_NAME : GATE_BAD;
    case GATE_VALUE:
        return c == '\r' ? GATE_LINE_LF : c == '\t' || (c >= ' ' && c != 0x7F) ? GATE_VALUE : GATE_BAD;
    case GATE_LINE_LF:
        return c == '\n' ? GATE_LINE : GATE_BAD;
    case GATE_LAST_LF: /* of the head, or of what follows the last chunk */
        return c != '\n' ? GATE_BAD : g->chunked ? GATE_WHOLE : GATE_HEAD_WHOLE;
    case GATE_SIZE:
        return in_size(g, c);
    case GATE_SIZE_LF:
        return c != '\n' ? GATE_BAD : g->left ? GATE_BODY : GATE_LINE;
    case GATE_DATA_CR:
        return c == '\r' ? GATE_DATA_LF : GATE_BAD;
    case GATE_DATA_LF:
        return c == '\n' ? begin_size(g) : GATE_BAD;
    default:
        return (enum gate_state)g->state;
    }
}

void gate_body(struct gate *g, bool chunked, uint64_t size)
{
    g->chunked = chunked;
    g->lines = 0;
    g->left = size;
    g->state = (uint8_t)(chunked ? begin_size(g) : size ? GATE_BODY : GATE_WHOLE);
}

static size_t pass_body(struct gate *g, size_t size)
{
    size_t some = g->left < size ? (size_t)g->left : size;
    g->left -= some;
    if (!g->left)
        g->state = g->chunked ? GATE_DATA_CR : GATE_WHOLE;
    return some;
}

size_t gate_pass(struct gate *g, const char *bytes, size_t size)
{
    size_t passed = 0;
    while (passed < size && g->state < GATE_HEAD_WHOLE) {
        if (g->state == GATE_BODY) {
            passed += pass_body(g, size - passed);
            continue;
        }
        g->state = (uint8_t)after(g, (uint8_t)bytes[passed]);
        if (g->state != GATE_BAD && ++g->lines > GATE_LINES_MAX)
            g->state = GATE_TOO_LONG;
        if (g->state < GATE_BAD)
            passed++;
    }
    return passed;
}
