/* server/api.c -- a request goes to the host, to the store or to the files. */
#include "server/api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "seal/secret.h"
#include "server/files.h"
#include "server/messages.h"
#include "server/record.h"
#include "server/refusals.h"

void api_reply(struct conn *c, int status, const char *json, size_t size)
{
    char headers[HEADERS_MAX];
    snprintf(headers, sizeof headers, "%sCache-Control: no-store\r\n", files_headers);
    net_reply(c, status, "application/json", headers, json, size);
}

static void refuse(struct conn *c, const struct refusal *why)
{
    char out[MESSAGE_MAX];
    api_reply(c, refusals_status(why), out, message_write_failure(why, out));
}

/* ---- who may ask ---- */

static bool listed(const char *origins, const char *origin)
{
    size_t size = strlen(origin);
    for (const char *at = origins; (at = strstr(at, origin)) != NULL; at += size)
        if ((at == origins || at[-1] == ' ') && (at[size] == 0 || at[size] == ' '))
            return true;
    return false;
}

/* Somebody can have another name point to this server: then their page is of the same origin, and reads what
 * its visitor's network can reach.  Where the origins are known, so are the names. */
static bool host_fits(struct server *s, const struct net_request *r)
{
    size_t size = strlen(r->host);
    if (!*s->config->origins)
        return true;
    for (const char *at = s->config->origins; size && (at = strstr(at, "://")) != NULL;) {
        at += strlen("://");
        if (strcspn(at, " ") == size && !strncasecmp(at, r->host, size))
            return true;
    }
    return false;
}

/* A page of another site must not act in its visitor's name.  Only browsers send an Origin. */
static bool origin_fits(struct server *s, const struct net_request *r)
{
    const char *host = strstr(r->origin, "://");
    if (!*r->origin || (host && !strcmp(host + 3, r->host)) || listed(s->config->origins, r->origin))
        return true;
    s->metrics.origins_refused++;
    return false;
}

/* How often one address may open a table or sit down. */
static bool may_open(struct server *s, const char *address)
{
    if (rates_take(&s->openings, address, net_now_ms(s->net)))
        return true;
    s->metrics.openings_refused++;
    return false;
}

/* And how often report somebody. */
static bool may_report(struct server *s, const char *address)
{
    return rates_take(&s->reports, address, net_now_ms(s->net));
}

/* Whoever asked for too many tables that do not exist learns nothing more for a while, not even that one
 * does: codes cannot be found by trying.  NULL: there is such a table, and this address may know. */
static const struct refusal *code_refusal(struct server *s, const char *address, const char *code)
{
    int64_t now_ms = net_now_ms(s->net);
    if (!rates_left(&s->misses, address, now_ms)) {
        s->metrics.misses_refused++;
        return &refusal_guessing;
    }
    const struct refusal *why = host_missing(s->host, code);
    if (why)
        rates_take(&s->misses, address, now_ms);
    return why;
}

/* The token in a header; NULL: there is none. */
static const char *bearer(const struct net_request *r)
{
    static const char scheme[] = "Bearer ";
    return strncmp(r->authorization, scheme, sizeof scheme - 1) ? NULL : r->authorization + sizeof scheme - 1;
}

/* ---- tables ---- */

enum { PATH_PART = 64 }; /* longer than any code: a mistyped one is simply a table that does not exist */

static bool between(const char *path, const char *before, const char *after, char *out, size_t max)
{
    size_t first = strlen(before), all = strlen(path), last = strlen(after);
    if (all < first + last + 1 || all - first - last >= max || strncmp(path, before, first) ||
        strcmp(path + all - last, after))
        return false;
    memcpy(out, path + first, all - first - last);
    out[all - first - last] = 0;
    return !strchr(out, '/');
}

static struct link *link_for(struct server *s, struct conn *c)
{
    struct link *l = host_link(s->host, c);
    net_set_data(c, l);
    if (!l)
        refuse(c, &refusal_no_memory);
    return l;
}

/* Without a token, somebody who watches; one that cannot be read is nobody's. */
static void post_report(struct server *s, struct conn *c, const struct net_request *r, const char *code)
{
    const char *token = !bearer(r) ? "" : *bearer(r) ? bearer(r) : "?";
    struct link *l;
    const struct refusal *why = !origin_fits(s, r)           ? &refusal_origin
                                : !may_report(s, r->address) ? &refusal_report_fast
                                                             : code_refusal(s, r->address, code);
    if (why)
        refuse(c, why);
    else if ((l = link_for(s, c)) != NULL)
        host_report_seat(s->host, l, code, token, r->body, r->body_size);
}

static void post(struct server *s, struct conn *c, const struct net_request *r)
{
    char code[PATH_PART];
    bool table = !strcmp(r->path, "/api/tables");
    bool seat = between(r->path, "/api/tables/", "/seats", code, sizeof code);
    bool material = !seat && between(r->path, "/api/tables/", "/material", code, sizeof code);
    struct link *l;
    const struct refusal *why;
    if (between(r->path, "/api/tables/", "/reports", code, sizeof code))
        post_report(s, c, r, code);
    else if (!table && !seat && !material)
        refuse(c, &refusal_no_such);
    else if (!origin_fits(s, r))
        refuse(c, &refusal_origin);
    else if (!may_open(s, r->address))
        refuse(c, &refusal_too_fast);
    else if (!table && (why = code_refusal(s, r->address, code)) != NULL)
        refuse(c, why);
    else if ((l = link_for(s, c)) == NULL)
        return;
    else if (table)
        host_open_table(s->host, l, r->body, r->body_size);
    else if (seat)
        host_take_seat(s->host, l, code, r->body, r->body_size);
    else
        host_bring_material(s->host, l, code, r->body, r->body_size);
}

/* ---- records ---- */

static void fetch_record(struct server *s, struct conn *c, const char *id)
{
    struct fetch *f = malloc(sizeof *f);
    if (!f || !queue_find(s->queue, id, f)) {
        free(f);
        refuse(c, &refusal_no_memory);
        return;
    }
    *f = (struct fetch){s->fetches, c};
    s->fetches = f;
}

static void reply_record(struct conn *c, struct queue_done *done)
{
    char *text = NULL;
    size_t size = 0;
    if (!done->ok) {
        refuse(c, &refusal_unread);
        return;
    }
    switch (record_make(&done->rows, &text, &size)) {
    case RECORD_MADE:
        net_reply(c, 200, "application/x-ndjson", files_headers, text, size);
        break;
    case RECORD_MISSING:
        refuse(c, &refusal_no_record);
        break;
    case RECORD_NOT_OVER:
        refuse(c, &refusal_not_over);
        break;
    case RECORD_BY_LATER:
        refuse(c, &refusal_later_version);
        break;
    default:
        refuse(c, &refusal_damaged);
    }
    free(text);
}

void api_fetched(struct server *s, struct queue_done *done)
{
    struct fetch *f = done->ctx, **at = &s->fetches;
    while (*at != f)
        at = &(*at)->next;
    *at = f->next;
    if (f->conn)
        reply_record(f->conn, done);
    free(f);
    store_free(&done->rows);
}

void api_forget_fetches(struct server *s)
{
    for (struct fetch *f = s->fetches, *next; f; f = next) {
        next = f->next;
        free(f);
    }
    s->fetches = NULL;
}

/* ---- the door of a table ---- */

/* A number from the query; 0 if there is none. */
static uint32_t query_number(const char *query, const char *name)
{
    char text[12];
    char *end;
    if (!net_query(query, name, text, sizeof text))
        return 0;
    unsigned long number = strtoul(text, &end, 10);
    return *end || number > UINT32_MAX ? 0 : (uint32_t)number;
}

struct visitor { /* what the request for a WebSocket says about the visitor */
    char code[CODE_SIZE + 2], token[2 * TOKEN_BYTES + 2];
    struct host_visit visit;
};

/* As a protocol for a WebSocket, or as authorization without an upgrade; what is in the address is logged by
 * proxies on the way, and only taken from pages of 0.1.  An unreadable token is nobody's: treated as missing,
 * it would be a visit to the gallery. */
static void read_token(const struct net_request *r, char *out, size_t max)
{
    bool given = true, readable;
    if (strstr(r->protocols, "token.")) {
        readable = net_offer(r->protocols, "token.", out, max) && *out;
    } else if (bearer(r)) {
        readable = snprintf(out, max, "%s", bearer(r)) < (int)max && *out;
    } else {
        given = net_query_has(r->query, "token");
        readable = net_query(r->query, "token", out, max);
    }
    if (given && !readable)
        snprintf(out, max, "?");
}

static void read_visitor(const struct net_request *r, struct visitor *out)
{
    const char *query = r->query;
    memset(out, 0, sizeof *out);
    if (!net_query(query, "table", out->code, sizeof out->code))
        out->code[0] = 0;
    read_token(r, out->token, sizeof out->token);
    out->visit = (struct host_visit){out->code, out->token, query_number(query, "since"),
                                     query_number(query, "round"), (seat_t)query_number(query, "seat")};
}

/* What somebody is told whose token does not fit, or who has none; whoever guesses learns nothing more. */
static const struct refusal *unless_guessing(struct server *s, const struct net_request *r,
                                             const struct visitor *v, const struct refusal *why)
{
    const struct refusal *guessing = code_refusal(s, r->address, v->code);
    return guessing ? guessing : why;
}

/* A token is too long to be guessed: whoever has one that fits is let in, whatever others there try. */
static struct link *let_in(struct server *s, struct conn *c, const struct net_request *r,
                           const struct visitor *v, const struct refusal **why)
{
    struct link *l = host_join(s->host, c, &v->visit, why);
    *why = l ? NULL : unless_guessing(s, r, v, *why);
    return l;
}

/* The last connections are for those who play. */
static struct link *let_watch(struct server *s, struct conn *c, const struct net_request *r,
                              const struct visitor *v, const struct refusal **why)
{
    *why = code_refusal(s, r->address, v->code);
    if (!*why && net_nearly_full(s->net)) {
        *why = host_door(s->host, &v->visit);
        *why = *why ? *why : &refusal_crowded;
    }
    return *why ? NULL : host_join(s->host, c, &v->visit, why);
}

/* A page cannot read why its WebSocket was not let in: it can ask here, without an upgrade. */
static void tell_door(struct server *s, struct conn *c, const struct net_request *r)
{
    struct visitor visitor;
    read_visitor(r, &visitor);
    const struct refusal *why = host_door(s->host, &visitor.visit);
    if (why || !*visitor.token)
        why = unless_guessing(s, r, &visitor, why);
    refuse(c, why ? why : &refusal_upgrade);
}

/* ---- the rest ---- */

static void reply_metrics(struct server *s, struct conn *c)
{
    char out[METRICS_MAX];
    size_t size =
        metrics_write(&s->metrics, host_counts(s->host), net_counts(s->net), host_stuck(s->host), out);
    net_reply(c, 200, "text/plain; version=0.0.4", files_headers, out, size);
}

static void reply_health(struct server *s, struct conn *c)
{
    bool well = !host_stuck(s->host) && !s->stopping;
    net_reply(c, well ? 200 : 503, "text/plain", files_headers, well ? "ok\n" : "no\n", 3);
}

/* At the address for those who run the server, and nowhere else (docs/security.md). */
static void request_aside(struct server *s, struct conn *c, const struct net_request *r)
{
    if (strcmp(r->method, "GET"))
        refuse(c, &refusal_method);
    else if (!strcmp(r->path, "/healthz"))
        reply_health(s, c);
    else if (!strcmp(r->path, "/metrics"))
        reply_metrics(s, c);
    else
        refuse(c, &refusal_no_such);
}

static void get_table(struct server *s, struct conn *c, const struct net_request *r, const char *code,
                      bool seats)
{
    const struct refusal *why = code_refusal(s, r->address, code);
    struct link *l;
    if (why)
        refuse(c, why);
    else if ((l = link_for(s, c)) != NULL)
        (seats ? host_tell_seats : host_tell_table)(s->host, l, code);
}

static void get(struct server *s, struct conn *c, const struct net_request *r)
{
    char name[PATH_PART];
    struct link *l;
    bool seats;
    if (between(r->path, "/api/records/", "", name, STORE_ID_MAX)) {
        fetch_record(s, c, name);
    } else if ((seats = between(r->path, "/api/tables/", "/seats", name, sizeof name)) ||
               between(r->path, "/api/tables/", "", name, sizeof name)) {
        get_table(s, c, r, name, seats);
    } else if (!strcmp(r->path, "/api/lobby")) {
        if ((l = link_for(s, c)) != NULL)
            host_tell_lobby(s->host, l);
    } else if (!strcmp(r->path, "/ws")) {
        tell_door(s, c, r);
    } else if (!strncmp(r->path, "/api/", 5)) {
        refuse(c, &refusal_no_such);
    } else {
        files_reply(c, s->config->web, r->path);
    }
}

void api_request(struct server *s, struct conn *c, const struct net_request *r)
{
    net_set_data(c, NULL);
    if (r->aside)
        request_aside(s, c, r);
    else if (!strcmp(r->path, "/healthz"))
        reply_health(s, c);
    else if (!host_fits(s, r))
        refuse(c, &refusal_host);
    else if (!strcmp(r->method, "GET"))
        get(s, c, r);
    else if (!strcmp(r->method, "POST"))
        post(s, c, r);
    else
        refuse(c, &refusal_method);
}

bool api_upgrade(struct server *s, struct conn *c, const struct net_request *r)
{
    struct visitor visitor;
    net_set_data(c, NULL);
    if (r->aside || strcmp(r->path, "/ws")) {
        refuse(c, &refusal_no_websocket);
        return false;
    }
    const struct refusal *why = !host_fits(s, r)     ? &refusal_host
                                : !origin_fits(s, r) ? &refusal_origin
                                                     : NULL;
    if (why) {
        refuse(c, why);
        return false;
    }
    read_visitor(r, &visitor);
    struct link *l = *visitor.token ? let_in(s, c, r, &visitor, &why) : let_watch(s, c, r, &visitor, &why);
    net_set_data(c, l);
    if (!l)
        refuse(c, why);
    return l != NULL;
}
