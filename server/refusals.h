/* server/refusals.h -- why the server itself refuses; what the rules of a game refuse is in its .def.
 *
 * Each has the HTTP status of a request that is refused for this reason. */
#ifndef SERVER_REFUSALS_H
#define SERVER_REFUSALS_H

#include "core/refusal.h"

/* Its name in C; status; its name as told; rule; text. */
#define SERVER_REFUSALS(X)                                                                                   \
    /* at any time */                                                                                        \
    X(storing, 503, "storing", "P6.4", "The server cannot save right now: wait a moment.")                   \
    X(busy, 503, "busy", "P6.1", "The server is too busy: try again in a moment.")                           \
    X(no_memory, 503, "busy", "P6.1", "The server is out of memory.")                                        \
    X(stopping, 503, "stopping", "P6.4", "The server is stopping: it will be back in a moment.")             \
    /* at a table */                                                                                         \
    X(watching, 409, "watching", "P1.5", "Spectators can only watch.")                                       \
    X(talk_fast, 429, "talk_fast", "P6.5", "That is a lot at once: wait a moment, then send it.")            \
    X(talk_full, 409, "talk_full", "P6.5", "You have said all that one game has room for.")                  \
    X(host_fast, 429, "host_fast", "P6.5", "You are changing the table very fast: wait a moment.")           \
    X(bad_options, 409, "bad_options", "P1.4", "These are not options of this game.")                        \
    X(too_many, 409, "too_many", "P1.4", "There are more players here than that game has seats.")            \
    X(no_material, 409, "no_material", "M2.1", "This game does not take custom material.")                   \
    X(glances, 429, "glances", "P1.8", "You can stare or move the pawn at most twice a second.")             \
    X(signals, 429, "signals", "P1.8", "In silence, signals like this are rationed: try again in a moment.") \
    X(newcomers, 429, "newcomers", "P1.8", "In silence, few people can sit down: try again in a minute.")    \
    /* on the way to one */                                                                                  \
    X(tables_full, 409, "tables_full", "P1.1", "This server has no room for another table.")                 \
    X(no_game, 404, "no_game", "P1.1", "There is no such game.")                                             \
    X(no_table, 404, "no_table", "P1.2", "There is no such table.")                                          \
    X(set_aside, 410, "set_aside", "P6.5", "A bug in the program stopped this table. Its record is kept.")   \
    X(no_seat, 403, "no_seat", "P1.2", "That token does not belong to a seat at this table.")                \
    X(no_gallery, 403, "no_gallery", "P1.5", "This table does not allow spectators.")                        \
    X(asked, 409, "asked", "P5.4", "The players are being asked: wait for their answer.")                    \
    X(denied, 403, "denied", "P5.4", "The players did not agree.")                                           \
    X(asked_lately, 429, "asked_lately", "P5.4", "The players were asked a moment ago: wait a minute.")      \
    X(other_seat, 409, "other_seat", "P5.4", "You have seen the secrets of another seat in this game.")      \
    X(crowded, 503, "crowded", "P1.5", "There are too many browsers at this table.")                         \
    X(report_private, 409, "report_private", "P9.6",                                                         \
      "Reports are for public tables: at a private one, the host can remove people.")                        \
    X(report_nobody, 409, "report_nobody", "P9.6", "There is nobody to report at that seat.")                \
    X(report_fast, 429, "report_fast", "P9.6", "That is a lot of reports: wait a little.")                   \
    /* records */                                                                                            \
    X(unread, 503, "storing", "P6.4", "The server cannot read its store right now.")                         \
    X(no_record, 404, "no_record", "P8.1", "There is no such record.")                                       \
    X(not_over, 409, "not_over", "P5.1", "The game is not over yet, so its secrets stay secret.")            \
    X(later_version, 500, "later_version", "P8.8",                                                           \
      "This record was stored by a later version of the server.")                                            \
    X(damaged, 500, "damaged", "P8.1", "The record cannot be read.")                                         \
    /* any request */                                                                                        \
    X(no_such, 404, "no_such", "P6.1", "There is nothing by that name.")                                     \
    X(no_websocket, 404, "no_such", "P6.1", "There is no WebSocket here.")                                   \
    X(upgrade, 426, "upgrade", "P6.1", "You may come in: ask for a WebSocket.")                              \
    X(host, 421, "host", "P6.1", "This server does not answer to that name.")                                \
    X(origin, 403, "origin", "P6.1", "Requests from other sites are not allowed.")                           \
    X(too_fast, 429, "too_fast", "P1.1", "That is a lot of tables and seats in one minute: wait a little.")  \
    X(guessing, 429, "too_fast", "P1.2", "That is a lot of codes without a table: wait a little.")           \
    X(method, 405, "method", "P6.1", "Only GET and POST are used here.")

#define X(id, status, name, rule, text) extern const struct refusal refusal_##id;
SERVER_REFUSALS(X)
#undef X

/* The HTTP status of a request refused for that reason; 409 if a game refused it. */
int refusals_status(const struct refusal *why);

#endif
