/* cli/check_store.c -- is all of a store there, and as it was stored? */
#include "cli/check_store.h"

#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "seal/secret.h"
#include "server/kept.h"
#include "store/store.h"

struct checking {
    const char *file;
    int games, faults;
    char id[STORE_ID_MAX]; /* of the game that comes now; empty: none, or something is wrong with it */
    struct kept_head head;
    struct stories past;
    uint8_t chain[HASH_BYTES];
    bool reached;
};

static void entered(void *ctx, const struct entry *e)
{
    (void)ctx, (void)e;
}

static bool happened(void *ctx, const struct event *e)
{
    (void)ctx, (void)e;
    return true;
}

/* One line, and no more about this game. */
static bool fault(struct checking *c, const char *id, const char *what, size_t size)
{
    struct complaint why = {0};
    snprintf(why.text, sizeof why.text, "%s%s%.*s", id, *id ? ": " : "", (int)size, what);
    cli_fail(c->file, &why);
    c->faults++;
    c->id[0] = 0;
    return false;
}

static void end_game(struct checking *c)
{
    static const char what[] = "its log ends before its head does";
    if (c->id[0] && !c->reached)
        fault(c, c->id, what, sizeof what - 1);
    c->id[0] = 0;
}

static bool begin_game(struct checking *c, const struct store_item *item, const void *bytes)
{
    static const char damaged[] = "its head cannot be read", later[] = "it was stored by a later version";
    end_game(c);
    c->games++;
    enum kept kept = kept_read_head(bytes, item->size, &c->head);
    if (kept == KEPT_BY_LATER)
        return fault(c, item->id, later, sizeof later - 1);
    if (kept)
        return fault(c, item->id, damaged, sizeof damaged - 1);
    memcpy(c->id, item->id, sizeof c->id);
    memset(&c->past, 0, sizeof c->past);
    secret_commitment(c->head.seed, c->chain);
    c->reached = kept_reaches(&c->head, 0, c->chain);
    return true;
}

static bool check_row(void *ctx, const struct store_item *item, const void *bytes)
{
    static const struct kept_calls calls = {entered, happened};
    static const char gap[] = "a part of its log is missing", damaged[] = "its log cannot be read";
    struct checking *c = ctx;
    if (item->what == STORE_LOST)
        return fault(c, item->id, bytes, item->size);
    if (item->what == STORE_HEAD)
        return begin_game(c, item, bytes);
    if (item->seq != c->past.count + 1)
        return fault(c, c->id, gap, sizeof gap - 1);
    if (kept_read_entry(c->head.game, bytes, item->size, &c->past, c->chain, &calls, NULL))
        return fault(c, c->id, damaged, sizeof damaged - 1);
    c->reached |= kept_reaches(&c->head, c->past.count, c->chain);
    return true;
}

bool check_is_store(const char *file)
{
    static const char magic[16] = "SQLite format 3";
    char begins[sizeof magic] = "";
    FILE *in = strcmp(file, "-") ? fopen(file, "rb") : NULL;
    bool is =
        in && fread(begins, 1, sizeof begins, in) == sizeof begins && !memcmp(begins, magic, sizeof magic);
    if (in)
        fclose(in);
    return is;
}

int check_store(const char *file)
{
    static struct checking c;
    struct complaint why = {.text = "the hashing library does not work"};
    memset(&c, 0, sizeof c);
    c.file = file;
    if (!secret_begin() || !store_check(file, check_row, &c, &why))
        return cli_fail(file, &why);
    end_game(&c);
    if (c.faults)
        return EXIT_NO;
    printf("%s: ok: store with %d games\n", file, c.games);
    return EXIT_DONE;
}
