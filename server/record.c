/* server/record.c -- makes records of finished games. */
#include "server/record.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/text.h"
#include "seal/secret.h"
#include "seal/sheet.h"
#include "server/kept.h"

static void entered(void *ctx, const struct entry *e)
{
    sheet_add_entry(ctx, e);
}

static bool happened(void *ctx, const struct event *e)
{
    sheet_add_event(ctx, e);
    return true;
}

static void put_about(struct record_header *out, const struct kept_head *head)
{
    struct tm date;
    time_t opened = (time_t)(head->opened_ms / 1000);
    out->game = head->game;
    text_copy(out->id, sizeof out->id, head->record);
    out->round = head->round;
    gmtime_r(&opened, &date);
    strftime(out->date, sizeof out->date, "%Y-%m-%d", &date);
    memcpy(out->seed, head->seed, sizeof out->seed);
    secret_commitment(head->seed, out->commitment);
    memcpy(out->chain, out->commitment, sizeof out->chain);
}

static enum record_state state_for(enum kept kept)
{
    return kept == KEPT ? RECORD_MADE : kept == KEPT_BY_LATER ? RECORD_BY_LATER : RECORD_DAMAGED;
}

enum record_state record_make(const struct store_batch *rows, char **text, size_t *size)
{
    static const struct kept_calls calls = {entered, happened};
    struct kept_head head;
    struct stories past = {0};
    struct sheet sheet = {0};
    *text = NULL;
    if (!rows->count)
        return RECORD_MISSING;
    if (rows->items[rows->count - 1].what == STORE_LOST)
        return RECORD_DAMAGED;
    enum kept kept = kept_read_head(rows->bytes + rows->items[0].at, rows->items[0].size, &head);
    if (kept)
        return state_for(kept);
    if (!(head.flags & KEPT_OVER))
        return RECORD_NOT_OVER;
    put_about(&sheet.header, &head);
    if (head.brought)
        sheet_add_material(&sheet, head.brought, head.brought_size);
    bool reached = kept_reaches(&head, 0, sheet.header.chain);
    for (size_t i = 1; i < rows->count && !kept; i++) {
        kept = rows->items[i].seq != past.count + 1
                   ? KEPT_DAMAGED
                   : kept_read_entry(head.game, rows->bytes + rows->items[i].at, rows->items[i].size, &past,
                                     sheet.header.chain, &calls, &sheet);
        reached |= kept_reaches(&head, past.count, sheet.header.chain);
    }
    if (!kept && !reached)
        kept = KEPT_DAMAGED;
    *text = sheet_finish(&sheet, size);
    if (kept || !*text) {
        free(*text);
        *text = NULL;
        return kept ? state_for(kept) : RECORD_DAMAGED;
    }
    return RECORD_MADE;
}

static bool wants(const void *about, const void *head, size_t size)
{
    struct kept_head read;
    (void)about;
    return kept_read_head(head, size, &read) == KEPT && (read.flags & KEPT_OVER);
}

static void make(const void *about, const struct store_batch *rows, struct queue_made *out)
{
    (void)about;
    out->state = (int)record_make(rows, &out->text, &out->size);
}

const struct queue_maker record_maker = {wants, make};
