/* net/reply.c -- replies to requests: a status, a few headers, a body or a file. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "net/http.h"

enum { PATH_SIZE_MAX = 4096 };

static const char *reason_of(int status)
{
    static const struct {
        int status;
        const char *reason;
    } reasons[] = {
        {200, "OK"},
        {201, "Created"},
        {202, "Accepted"},
        {204, "No Content"},
        {301, "Moved Permanently"},
        {302, "Found"},
        {303, "See Other"},
        {304, "Not Modified"},
        {307, "Temporary Redirect"},
        {308, "Permanent Redirect"},
        {400, "Bad Request"},
        {401, "Unauthorized"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {408, "Request Timeout"},
        {409, "Conflict"},
        {410, "Gone"},
        {413, "Content Too Large"},
        {415, "Unsupported Media Type"},
        {421, "Misdirected Request"},
        {422, "Unprocessable Content"},
        {426, "Upgrade Required"},
        {429, "Too Many Requests"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {501, "Not Implemented"},
        {503, "Service Unavailable"},
        {505, "HTTP Version Not Supported"},
    };
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i].status == status)
            return reasons[i].reason;
    return "";
}

static bool put_text(struct conn *c, const char *text)
{
    return conn_put(c, text, strlen(text));
}

/* The head of a reply, with its empty line. */
static bool put_head(struct conn *c, int status, const char *type, const char *lines, const char *headers,
                     uint64_t size)
{
    char text[256], date[40];
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &utc);
    snprintf(text, sizeof text, "HTTP/1.1 %d %s\r\nDate: %s\r\nConnection: %s\r\n", status, reason_of(status),
             date, c->keep ? "keep-alive" : "close");
    if (!put_text(c, text))
        return false;
    if (status != 204 && status != 304) {
        snprintf(text, sizeof text, "Content-Length: %llu\r\n", (unsigned long long)size);
        if (!put_text(c, text) || !put_text(c, "Content-Type: ") || !put_text(c, type) ||
            !put_text(c, "\r\n"))
            return false;
    }
    return put_text(c, lines) && (!headers || put_text(c, headers)) && put_text(c, "\r\n");
}

static bool awaits_reply(const struct conn *c)
{
    return c->state == CONN_ASKED || c->state == CONN_UPGRADING;
}

void net_reply(struct conn *c, int status, const char *type, const char *headers, const void *body,
               size_t size)
{
    if (!awaits_reply(c) || !put_head(c, status, type, "", headers, size))
        return;
    if (!c->head && status != 204 && status != 304 && !conn_put(c, body, size))
        return;
    c->state = CONN_REPLYING;
}

void conn_refuse(struct conn *c, int status, const char *headers)
{
    char body[64];
    c->net->counts.bad_requests++;
    c->state = CONN_ASKED;
    c->keep = false; /* where a next request would begin is anybody's guess */
    int size = snprintf(body, sizeof body, "%d %s\n", status, reason_of(status));
    net_reply(c, status, "text/plain; charset=utf-8", headers, body, (size_t)size);
}

static void reply_missing(struct conn *c)
{
    net_reply(c, 404, "text/plain; charset=utf-8", NULL, "404 Not Found\n", 14);
}

static int open_file(const char *path, struct stat *about)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file >= 0 && (fstat(file, about) || !S_ISREG(about->st_mode))) {
        close(file);
        return -1;
    }
    return file;
}

/* The forms that a file may have, the smallest first. */
static const struct form {
    const char *ending, *name, *line;
} forms[] = {
    {".br", "br", "Content-Encoding: br\r\n"},
    {".gz", "gzip", "Content-Encoding: gzip\r\n"},
    {"", "", ""},
};

/* Opens the first of them that is there and that the client takes; NULL: there is none. */
static const struct form *open_form(struct conn *c, const char *path, struct stat *about)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        char packed[PATH_SIZE_MAX];
        int size = snprintf(packed, sizeof packed, "%s%s", path, forms[i].ending);
        if (size >= PATH_SIZE_MAX || (*forms[i].name && !http_accepts(c->http, forms[i].name)))
            continue;
        c->file = open_file(packed, about); /* from here on the connection closes it */
        if (c->file >= 0)
            return &forms[i];
    }
    return NULL;
}

void net_reply_file(struct conn *c, const char *path, const char *type, const char *headers)
{
    char tag[64], lines[160];
    struct stat about;
    if (!awaits_reply(c))
        return;
    const struct form *form = open_form(c, path, &about);
    if (!form) {
        reply_missing(c);
        return;
    }
    uint64_t size = (uint64_t)about.st_size;
    snprintf(tag, sizeof tag, "\"%llx-%lx-%llx%s\"", (long long)about.st_mtim.tv_sec, about.st_mtim.tv_nsec,
             (unsigned long long)size, form->name);
    snprintf(lines, sizeof lines, "ETag: %s\r\nVary: Accept-Encoding\r\n%s", tag, form->line);
    bool same = !strcmp(http_none_match(c->http), tag);
    if (!put_head(c, same ? 304 : 200, type, lines, headers, size))
        return;
    c->file_left = same || c->head ? 0 : size;
    c->state = CONN_REPLYING;
}
