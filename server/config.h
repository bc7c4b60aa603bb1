/* server/config.h -- what somebody who runs a server can choose.
 *
 * Defaults come from server/limits.h; then a file (`name = value` lines), then
 * the environment (TURNCOAT_NAME), then the command line. */
#ifndef SERVER_CONFIG_H
#define SERVER_CONFIG_H

#include <stdbool.h>

#include "core/complaint.h"

enum { CONFIG_TEXT_MAX = 256 };

struct config {
    char listen[CONFIG_TEXT_MAX], store[CONFIG_TEXT_MAX], web[CONFIG_TEXT_MAX];
    char metrics_listen[CONFIG_TEXT_MAX]; /* "": the metrics are told nowhere */
    char origins[CONFIG_TEXT_MAX];        /* further origins that may use the server, separated by blanks */
    int tables, connections, connections_per_address, messages_per_s, openings_per_min, misses_per_min;
    int reports_per_min;
    int lobby_kept_s, game_kept_s, memory_mb, trust_proxy;
};

void config_defaults(struct config *c);
/* False: no such name, or a bad value; see `why`. */
bool config_set(struct config *c, const char *name, const char *value, struct complaint *why);
bool config_read(struct config *c, const char *path, struct complaint *why);
bool config_environment(struct config *c, struct complaint *why);

#endif
