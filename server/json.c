/* server/json.c -- finding the members of an object. */
#include "server/json.h"

#include <string.h>

#include "server/limits.h"

enum { DEPTH_MAX = 8, NUMBER_DIGITS = 10 };

struct cursor {
    const char *at, *end;
};

static void blanks(struct cursor *c)
{
    while (c->at < c->end && (*c->at == ' ' || *c->at == '\t' || *c->at == '\n' || *c->at == '\r'))
        c->at++;
}

static bool take(struct cursor *c, char what)
{
    blanks(c);
    if (c->at == c->end || *c->at != what)
        return false;
    c->at++;
    return true;
}

static bool string(struct cursor *c, struct json *out)
{
    if (!take(c, '"'))
        return false;
    out->text = c->at;
    for (; c->at < c->end && *c->at != '"'; c->at++)
        if ((*c->at == '\\' && ++c->at == c->end) || (unsigned char)*c->at < ' ')
            return false;
    if (c->at == c->end)
        return false;
    out->size = (size_t)(c->at++ - out->text);
    return true;
}

/* Skips a value, whatever it is. */
static bool value(struct cursor *c)
{
    struct json skipped;
    int depth = 0;
    do {
        blanks(c);
        if (c->at == c->end)
            return false;
        if (*c->at == '"') {
            if (!string(c, &skipped))
                return false;
        } else if (*c->at == '{' || *c->at == '[') {
            c->at++;
            if (++depth > DEPTH_MAX)
                return false;
            continue;
        } else if (*c->at == '}' || *c->at == ']') {
            c->at++;
            depth--;
        } else if (depth && (*c->at == ',' || *c->at == ':')) {
            c->at++;
        } else {
            const char *from = c->at;
            while (c->at < c->end && !strchr("\"{}[],: \t\r\n", *c->at))
                c->at++;
            if (c->at == from)
                return false;
        }
    } while (depth > 0);
    return depth == 0;
}

static bool put(char *rest, size_t max, size_t *size, const char *bytes, size_t more)
{
    if (max - *size <= more)
        return false;
    memcpy(rest + *size, bytes, more);
    *size += more;
    rest[*size] = 0;
    return true;
}

bool json_take(const char *text, size_t size, const char *key, struct json *member, char *rest, size_t max)
{
    struct cursor c = {text, text + size};
    struct json name;
    size_t written = 0;
    *member = (struct json){NULL, 0};
    if (!max || !take(&c, '{') || !put(rest, max, &written, "{", 1))
        return false;
    while (!take(&c, '}')) {
        blanks(&c);
        const char *from = c.at;
        if (!string(&c, &name) || !take(&c, ':'))
            return false;
        blanks(&c);
        const char *begins = c.at;
        if (!value(&c))
            return false;
        if (name.size == strlen(key) && !memcmp(name.text, key, name.size))
            *member = (struct json){begins, (size_t)(c.at - begins)};
        else if ((written > 1 && !put(rest, max, &written, ",", 1)) ||
                 !put(rest, max, &written, from, (size_t)(c.at - from)))
            return false;
        blanks(&c);
        if (!take(&c, ',') && (c.at == c.end || *c.at != '}'))
            return false;
    }
    blanks(&c);
    return c.at == c.end && put(rest, max, &written, "}", 1);
}

unsigned long json_number(const char *text, size_t size, const char *key)
{
    char rest[LIMIT_MESSAGE + 1];
    struct json found;
    unsigned long number = 0;
    if (!json_take(text, size, key, &found, rest, sizeof rest) || !found.text || found.size > NUMBER_DIGITS)
        return 0;
    for (size_t i = 0; i < found.size; i++) {
        if (found.text[i] < '0' || found.text[i] > '9')
            return 0;
        number = number * 10 + (unsigned long)(found.text[i] - '0');
    }
    return number;
}
