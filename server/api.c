/* server/api.c -- a request goes to the host, to the store or to the files. */
#include "server/api.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/text.h"
#include "seal/secret.h"
#include "server/files.h"
#include "server/messages.h"
#include "server/mine.h"
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

/* A page of another site must not act in its visitor's name.  Only browsers send an Origin.  Where the
 * origins are known it must be one of them: a page of the same name that came without TLS may be of somebody
 * else. */
static bool origin_fits(struct server *s, const struct net_request *r)
{
    const char *host = strstr(r->origin, "://");
    if (!*r->origin)
        return true;
    if (*s->config->origins ? listed(s->config->origins, r->origin)
                            : host && !strcmp(host + strlen("://"), r->host))
        return true;
    s->metrics.origins_refused++;
    return false;
}

/* May an address do this again?  `refused` counts how often it may not. */
static bool may(struct server *s, struct rates *rates, const struct address *address, uint64_t *refused)
{
    if (rates_take(rates, address, net_now_ms(s->net)))
        return true;
    ++*refused;
    return false;
}

/* To open a table, or to sit down. */
static bool may_open(struct server *s, const struct address *address)
{
    return may(s, &s->openings, address, &s->metrics.openings_refused);
}

static bool may_read(struct server *s, const struct address *address)
{
    return may(s, &s->readings, address, &s->metrics.records_refused);
}

bool api_may_store(struct server *s, const struct address *address)
{
    bool left = rates_left(&s->stored, address, net_now_ms(s->net));
    s->metrics.stored_refused += !left;
    return left;
}

static bool may_report(struct server *s, const struct address *address)
{
    return rates_take(&s->reports, address, net_now_ms(s->net));
}

/* Says when there is something left of what the address may ask for. */
static void refuse_for_now(struct server *s, struct conn *c, const struct refusal *why, struct rates *rates,
                           const struct address *address)
{
    char headers[HEADERS_MAX], out[MESSAGE_MAX];
    snprintf(headers, sizeof headers, "%sCache-Control: no-store\r\nRetry-After: %d\r\n", files_headers,
             rates_wait_s(rates, address, net_now_ms(s->net)));
    net_reply(c, refusals_status(why), "application/json", headers, out, message_write_failure(why, out));
}

/* Whoever asked for too many tables that do not exist learns nothing more for a while, not even that one
 * does: codes cannot be found by trying.  NULL: there is such a table, and this address may know. */
static const struct refusal *code_refusal(struct server *s, const struct address *address, const char *code)
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
    const struct refusal *why = !origin_fits(s, r)            ? &refusal_origin
                                : !may_report(s, net_peer(c)) ? &refusal_report_fast
                                                              : code_refusal(s, net_peer(c), code);
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
    else if (!api_may_store(s, net_peer(c)))
        refuse_for_now(s, c, &refusal_filling, &s->stored, net_peer(c));
    else if (!may_open(s, net_peer(c)))
        refuse_for_now(s, c, &refusal_too_fast, &s->openings, net_peer(c));
    else if (!table && (why = code_refusal(s, net_peer(c), code)) != NULL)
        refuse(c, why);
    else if (table && queue_room(s->queue) == STORE_FULL)
        refuse(c, &refusal_store_full);
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

static void reply_text(struct conn *c, const char *text, size_t size)
{
    net_reply(c, 200, "application/x-ndjson", files_headers, text, size);
}

/* What is being read already is not read again. */
static bool being_read(const struct server *s, const struct queue_ask *ask)
{
    for (const struct fetch *f = s->fetches; f; f = f->next)
        if (!memcmp(&f->ask, ask, sizeof *ask))
            return true;
    return false;
}

static void fetch(struct server *s, struct conn *c, const struct queue_ask *ask,
                  const struct address *address)
{
    if (!may_read(s, address)) {
        refuse_for_now(s, c, &refusal_reading, &s->readings, address);
        return;
    }
    const struct shelved *shelved =
        ask->maker == &record_maker ? shelf_find(&s->shelf, ask->id, net_now_ms(s->net)) : NULL;
    if (shelved) {
        reply_text(c, shelved->text, shelved->size);
        return;
    }
    struct fetch *f = malloc(sizeof *f);
    if (!f || (!being_read(s, ask) && !queue_find(s->queue, ask))) {
        free(f);
        refuse(c, &refusal_no_memory);
        return;
    }
    *f = (struct fetch){s->fetches, c, *ask};
    s->fetches = f;
}

static void fetch_record(struct server *s, struct conn *c, const char *id, const struct address *address)
{
    struct queue_ask ask;
    memset(&ask, 0, sizeof ask); /* it is compared as it lies in memory */
    ask.maker = &record_maker;
    memcpy(ask.about, &s->anew, sizeof s->anew);
    text_copy(ask.id, sizeof ask.id, id);
    fetch(s, c, &ask, address);
}

/* Who holds a token is told what is kept about them, or has it forgotten (P8.3). */
static void fetch_mine(struct server *s, struct conn *c, const struct net_request *r,
                       const struct queue_maker *maker)
{
    const char *token = bearer(r);
    struct queue_ask ask;
    memset(&ask, 0, sizeof ask);
    ask.maker = maker;
    if (token && secret_hash_hex(token, ask.about))
        fetch(s, c, &ask, net_peer(c));
    else
        refuse(c, &refusal_no_token);
}

static void reply_record(struct conn *c, const struct queue_done *done)
{
    switch ((enum record_state)done->made.state) {
    case RECORD_MADE:
        reply_text(c, done->made.text, done->made.size);
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
}

static void reply_fetched(struct conn *c, const struct queue_done *done)
{
    if (!done->ok)
        refuse(c, &refusal_unread);
    else if (done->ask.maker == &record_maker)
        reply_record(c, done);
    else if (!done->made.text)
        refuse(c, &refusal_no_memory);
    else
        api_reply(c, 200, done->made.text, done->made.size);
}

/* The commit that is under way, and the next one. */
enum { ANEW_COMMITS = 2 };
enum { LIVE_RECORD_MS = 1000 }; /* the record of a game that is over grows while people talk about it */

static void forget_shelf(struct server *s)
{
    s->anew++;
    shelf_clear(&s->shelf);
}

void api_stored(struct server *s)
{
    if (s->anew_commits && !--s->anew_commits)
        forget_shelf(s);
}

/* Everybody who asked for it is told. */
void api_fetched(struct server *s, struct queue_done *done)
{
    const struct refusal *why = host_write_anew(s->host, &done->made.batch);
    for (struct fetch **at = &s->fetches, *f; (f = *at) != NULL;) {
        if (memcmp(&f->ask, &done->ask, sizeof f->ask)) {
            at = &f->next;
            continue;
        }
        *at = f->next;
        if (f->conn && why)
            refuse(f->conn, why);
        else if (f->conn)
            reply_fetched(f->conn, done);
        free(f);
    }
    if (done->made.batch.count) {
        s->anew_commits = ANEW_COMMITS;
        forget_shelf(s);
    }
    bool fresh = !s->anew_commits && !memcmp(done->ask.about, &s->anew, sizeof s->anew);
    bool whole = fresh && done->ok && done->ask.maker == &record_maker && done->made.state == RECORD_MADE;
    int64_t until_ms = done->live ? net_now_ms(s->net) + LIVE_RECORD_MS : INT64_MAX;
    if (!whole || !shelf_put(&s->shelf, done->ask.id, done->made.text, done->made.size, until_ms))
        free(done->made.text);
    store_free(&done->made.batch);
}

void api_forget_fetches(struct server *s)
{
    for (struct fetch *f = s->fetches, *next; f; f = next) {
        next = f->next;
        free(f);
    }
    s->fetches = NULL;
    shelf_clear(&s->shelf);
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
static const struct refusal *unless_guessing(struct server *s, const struct conn *c, const struct visitor *v,
                                             const struct refusal *why)
{
    const struct refusal *guessing = code_refusal(s, net_peer(c), v->code);
    return guessing ? guessing : why;
}

/* A token is too long to be guessed: whoever has one that fits is let in, whatever others there try. */
static struct link *let_in(struct server *s, struct conn *c, const struct visitor *v,
                           const struct refusal **why)
{
    struct link *l = host_join(s->host, c, &v->visit, why);
    *why = l ? NULL : unless_guessing(s, c, v, *why);
    return l;
}

/* The last connections are for those who play. */
static struct link *let_watch(struct server *s, struct conn *c, const struct visitor *v,
                              const struct refusal **why)
{
    *why = code_refusal(s, net_peer(c), v->code);
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
        why = unless_guessing(s, c, &visitor, why);
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

static void get_table(struct server *s, struct conn *c, const char *code, bool seats)
{
    const struct refusal *why = code_refusal(s, net_peer(c), code);
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
        fetch_record(s, c, name, net_peer(c));
    } else if (!strcmp(r->path, "/api/mine")) {
        fetch_mine(s, c, r, &mine_shower);
    } else if ((seats = between(r->path, "/api/tables/", "/seats", name, sizeof name)) ||
               between(r->path, "/api/tables/", "", name, sizeof name)) {
        get_table(s, c, name, seats);
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
    bool mine = !strcmp(r->path, "/api/mine");
    if (r->aside)
        request_aside(s, c, r);
    else if (!strcmp(r->path, "/healthz"))
        reply_health(s, c);
    else if (!host_fits(s, r))
        refuse(c, &refusal_host);
    else if (!strcmp(r->method, "GET"))
        get(s, c, r);
    else if (!strcmp(r->method, "DELETE") && mine && !origin_fits(s, r))
        refuse(c, &refusal_origin);
    else if (!strcmp(r->method, "DELETE") && mine)
        fetch_mine(s, c, r, &mine_forgetter);
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
    struct link *l = *visitor.token ? let_in(s, c, &visitor, &why) : let_watch(s, c, &visitor, &why);
    net_set_data(c, l);
    if (!l)
        refuse(c, why);
    return l != NULL;
}
