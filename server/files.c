/* server/files.c -- which file, of which type, with which headers. */
#include "server/files.h"

#include <stdio.h>
#include <string.h>

/* Only what comes from this server: no foreign script, frame, font or picture. */
#define POLICY                                                                                               \
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "                           \
    "img-src 'self' data: blob:; "                                                                           \
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const char files_headers[] = "Content-Security-Policy: " POLICY "\r\n"
                             "X-Content-Type-Options: nosniff\r\n"
                             "X-Frame-Options: DENY\r\n"
                             "Referrer-Policy: no-referrer\r\n"
                             "Cross-Origin-Opener-Policy: same-origin\r\n"
                             "Cross-Origin-Resource-Policy: same-origin\r\n"
                             "Permissions-Policy: camera=(), geolocation=(), microphone=(self)\r\n";

/* Scripts, styles and the engine obey the headers of the page that loads them, and every visitor loads a
 * dozen.  (A worker does not: its script must not be in /assets/.) */
static const char part_headers[] = "X-Content-Type-Options: nosniff\r\n"
                                   "Cross-Origin-Resource-Policy: same-origin\r\n"
                                   "Cache-Control: public, max-age=31536000, immutable\r\n";

_Static_assert(sizeof files_headers + 80 < HEADERS_MAX, "room for a line more");

static const struct {
    const char *ending, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".json", "application/json"},
    {".wasm", "application/wasm"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".webp", "image/webp"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".txt", "text/plain; charset=utf-8"},
    {".webmanifest", "application/manifest+json"},
    {".mp3", "audio/mpeg"},
    {".ogg", "audio/ogg"},
};

static const char *type_of(const char *path)
{
    const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
    for (size_t i = 0; dot && dot > slash && i < sizeof types / sizeof *types; i++)
        if (!strcmp(dot, types[i].ending))
            return types[i].type;
    return NULL;
}

/* A path without a known ending is a place within the web client, which has only one page. */
void files_reply(struct conn *c, const char *folder, const char *path)
{
    char file[1024], headers[HEADERS_MAX];
    const char *type = type_of(path);
    bool page = !type || !strcmp(path, "/index.html");
    int size = snprintf(file, sizeof file, "%s%s", folder, page ? "/index.html" : path);
    if (!*folder || size < 0 || (size_t)size >= sizeof file) {
        static const char none[] = "there is no page here\n";
        net_reply(c, 404, "text/plain", files_headers, none, sizeof none - 1);
        return;
    }
    /* A file with a fingerprint in its name never changes. */
    bool part = !page && !strncmp(path, "/assets/", 8);
    snprintf(headers, sizeof headers, "%sCache-Control: no-cache\r\n", files_headers);
    net_reply_file(c, file, page ? "text/html; charset=utf-8" : type, part ? part_headers : headers);
}
