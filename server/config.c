/* server/config.c -- settings by name. */
#include "server/config.h"

#include <ctype.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/limits.h"

static const struct setting {
    const char *name;
    size_t at;
    int least, most; /* most 0: a text */
} settings[] = {
    {"listen", offsetof(struct config, listen), 0, 0},
    {"metrics_listen", offsetof(struct config, metrics_listen), 0, 0},
    {"store", offsetof(struct config, store), 0, 0},
    {"web", offsetof(struct config, web), 0, 0},
    {"origins", offsetof(struct config, origins), 0, 0},
    {"tables", offsetof(struct config, tables), 1, 1000000},
    {"connections", offsetof(struct config, connections), 1, 1000000},
    {"connections_per_address", offsetof(struct config, connections_per_address), 1, 1000000},
    {"messages_per_s", offsetof(struct config, messages_per_s), 1, 1000000},
    {"openings_per_min", offsetof(struct config, openings_per_min), 0, 1000000},
    {"misses_per_min", offsetof(struct config, misses_per_min), 0, 1000000},
    {"reports_per_min", offsetof(struct config, reports_per_min), 0, 1000000},
    {"lobby_kept_s", offsetof(struct config, lobby_kept_s), 1, 100000000},
    {"game_kept_s", offsetof(struct config, game_kept_s), 1, 100000000},
    {"memory_mb", offsetof(struct config, memory_mb), 1, 1000000},
    {"trust_proxy", offsetof(struct config, trust_proxy), 0, 1},
};
enum { SETTINGS = sizeof settings / sizeof *settings };

void config_defaults(struct config *c)
{
    *c = (struct config){
        .listen = "127.0.0.1:8080",
        .store = "sqlite:turncoat.db",
        .tables = LIMIT_TABLES,
        .connections = LIMIT_CONNECTIONS,
        .connections_per_address = LIMIT_CONNECTIONS_PER_ADDRESS,
        .messages_per_s = LIMIT_MESSAGES_PER_S,
        .openings_per_min = LIMIT_OPENINGS_PER_MIN,
        .misses_per_min = LIMIT_MISSES_PER_MIN,
        .reports_per_min = LIMIT_REPORTS_PER_MIN,
        .lobby_kept_s = LIMIT_LOBBY_KEPT_S,
        .game_kept_s = LIMIT_GAME_KEPT_S,
        .memory_mb = LIMIT_MEMORY_MB,
    };
}

static bool set_number(struct config *c, const struct setting *s, const char *value, struct complaint *why)
{
    char *end;
    errno = 0;
    long number = strtol(value, &end, 10);
    if (errno || end == value || *end || number < s->least || number > s->most) {
        snprintf(why->text, sizeof why->text, "%s must be a whole number from %d to %d", s->name, s->least,
                 s->most);
        return false;
    }
    int small = (int)number;
    memcpy((char *)c + s->at, &small, sizeof small);
    return true;
}

bool config_set(struct config *c, const char *name, const char *value, struct complaint *why)
{
    why->line = 0;
    for (int i = 0; i < SETTINGS; i++) {
        if (strcmp(settings[i].name, name))
            continue;
        if (settings[i].most)
            return set_number(c, &settings[i], value, why);
        if (strlen(value) >= CONFIG_TEXT_MAX) {
            snprintf(why->text, sizeof why->text, "%s is longer than %d bytes", name, CONFIG_TEXT_MAX - 1);
            return false;
        }
        memcpy((char *)c + settings[i].at, value, strlen(value) + 1);
        return true;
    }
    snprintf(why->text, sizeof why->text, "there is no setting named %.60s", name);
    return false;
}

static char *trim(char *text)
{
    size_t size = strlen(text);
    while (size && isspace((unsigned char)text[size - 1]))
        text[--size] = 0;
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

static bool read_line(struct config *c, char *line, struct complaint *why)
{
    char *text = trim(line), *equals = strchr(text, '=');
    if (!*text || *text == '#')
        return true;
    if (!equals) {
        snprintf(why->text, sizeof why->text, "a line must be `name = value`");
        return false;
    }
    *equals = 0;
    return config_set(c, trim(text), trim(equals + 1), why);
}

bool config_read(struct config *c, const char *path, struct complaint *why)
{
    char line[CONFIG_TEXT_MAX + 80];
    FILE *in = fopen(path, "r");
    bool good = in != NULL;
    uint32_t number = 0;
    if (!in)
        snprintf(why->text, sizeof why->text, "cannot be read: %s", strerror(errno));
    while (good && fgets(line, sizeof line, in)) {
        number++;
        good = read_line(c, line, why);
    }
    if (in)
        fclose(in);
    why->line = good ? 0 : number;
    return good;
}

bool config_environment(struct config *c, struct complaint *why)
{
    for (int i = 0; i < SETTINGS; i++) {
        char name[64] = "TURNCOAT_";
        size_t at = strlen(name);
        for (const char *from = settings[i].name; *from; from++)
            name[at++] = (char)toupper((unsigned char)*from);
        name[at] = 0;
        const char *value = getenv(name);
        if (value && !config_set(c, settings[i].name, value, why))
            return false;
    }
    return true;
}
