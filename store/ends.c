/* store/ends.c -- a table of ends, by number, in memory and in the file: each is written where it stands. */
#define _GNU_SOURCE /* flock */
#include "store/ends.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "store/sum.h"

enum { FORMAT = 1, SLOTS_FIRST = 256, SLOTS_MOST = 1 << 22, BOOT_MAX = 40, APART = 256 };

struct header {
    char magic[8];
    uint32_t format, slots; /* slots 0: it was being rewritten, and nothing in it counts */
    uint64_t identity;      /* of the store */
    char boot[BOOT_MAX];    /* which start of the machine */
    uint64_t sum;
};

struct ends {
    int file;
    bool exact;
    struct header header;
    struct end *slots; /* open addressing; header.slots is a power of two */
    size_t used;       /* of them, also by games that have gone */
    size_t first, end; /* between these there are slots to be written */
};

/* Stands where a game was that has gone: whoever looks for another goes on. */
static const uint64_t GONE = UINT64_MAX;

/* ---- the table ---- */

static struct end *slot_of(struct end *slots, size_t count, uint64_t number)
{
    size_t at = (size_t)(number * 0x9e3779b97f4a7c15u >> 20) & (count - 1);
    while (slots[at].number && slots[at].number != number)
        at = (at + 1) & (count - 1);
    return &slots[at];
}

static uint64_t sum_of(const struct end *end)
{
    return sum_bytes(end->number, end, offsetof(struct end, sum));
}

/* A write that fails leaves less noted, or a slot that does not count: never something wrong. */
static void write_at(const struct ends *e, const void *bytes, size_t size, size_t at)
{
    if (pwrite(e->file, bytes, size, (off_t)at) != (ssize_t)size)
        return;
}

static void write_slots(struct ends *e, size_t first, size_t count)
{
    write_at(e, e->slots + first, count * sizeof *e->slots, sizeof e->header + first * sizeof *e->slots);
}

/* What is not far apart is written at once: it is the number of writes that costs. */
void ends_write(struct ends *e)
{
    if (e->first < e->end)
        write_slots(e, e->first, e->end - e->first);
    e->first = SIZE_MAX;
    e->end = 0;
}

static void write_end(struct ends *e, struct end *end)
{
    size_t at = (size_t)(end - e->slots), first = at < e->first ? at : e->first,
           last = at + 1 > e->end ? at + 1 : e->end;
    end->sum = sum_of(end);
    if (last - first > APART)
        ends_write(e);
    e->first = at < e->first ? at : e->first;
    e->end = at + 1 > e->end ? at + 1 : e->end;
}

static void write_header(struct ends *e)
{
    e->header.sum = sum_bytes(0, &e->header, offsetof(struct header, sum));
    write_at(e, &e->header, sizeof e->header, 0);
}

/* Everything again, in a table that is large enough.  False: out of memory; it stays as it is. */
static bool rewrite(struct ends *e, size_t count)
{
    struct end *slots = calloc(count, sizeof *slots);
    if (!slots)
        return false;
    e->used = 0;
    for (size_t i = 0; e->slots && i < e->header.slots; i++)
        if (e->slots[i].number && e->slots[i].number != GONE) {
            *slot_of(slots, count, e->slots[i].number) = e->slots[i];
            e->used++;
        }
    free(e->slots);
    e->slots = slots;
    e->first = SIZE_MAX;
    e->end = 0;
    e->header.slots = 0;
    write_header(e);
    for (size_t i = 0; i < count; i++)
        if (slots[i].number)
            slots[i].sum = sum_of(&slots[i]);
    write_at(e, slots, count * sizeof *slots, sizeof e->header);
    e->header.slots = (uint32_t)count;
    write_header(e);
    return true;
}

static struct end *slot_for(struct ends *e, uint64_t number)
{
    struct end *end = slot_of(e->slots, e->header.slots, number);
    if (end->number)
        return end;
    if (e->used * 2 >= e->header.slots) {
        size_t live = 0;
        for (const struct end *other = NULL; (other = ends_next(e, other)) != NULL;)
            live++;
        size_t slots = (size_t)e->header.slots * (live * 4 < e->header.slots ? 1 : 2);
        if (slots > SLOTS_MOST || !rewrite(e, slots))
            return NULL;
        end = slot_of(e->slots, e->header.slots, number);
    }
    e->used++;
    *end = (struct end){.number = number};
    return end;
}

/* ---- reading ---- */

bool ends_exact(const struct ends *e)
{
    return e->exact;
}

const struct end *ends_of(const struct ends *e, uint64_t number)
{
    const struct end *end = slot_of(e->slots, e->header.slots, number);
    return end->number ? end : NULL;
}

const struct end *ends_next(const struct ends *e, const struct end *end)
{
    for (end = end ? end + 1 : e->slots; end < e->slots + e->header.slots; end++)
        if (end->number && end->number != GONE)
            return end;
    return NULL;
}

/* ---- writing ---- */

void ends_expect(struct ends *e, const struct store_item *item, uint64_t sum)
{
    if (item->what == STORE_PIECE || item->what == STORE_ANEW)
        return;
    bool live = item->what == STORE_HEAD && item->live, known = ends_of(e, item->number) != NULL;
    struct end *end = live || known ? slot_for(e, item->number) : NULL;
    if (!end)
        return;
    memcpy(end->id, item->what == STORE_HEAD ? item->id : end->id, sizeof end->id);
    end->coming |= !known;
    end->going = !live;
    end->next = sum;
    write_end(e, end);
}

void ends_note(struct ends *e, const struct store_item *item, uint64_t sum)
{
    if (item->what == STORE_DROP || (item->what == STORE_HEAD && !item->live)) {
        ends_forget(e, item->number);
        return;
    }
    bool known = ends_of(e, item->number) != NULL && item->what != STORE_ANEW;
    struct end *end = item->what == STORE_HEAD || known ? slot_for(e, item->number) : NULL;
    if (!end)
        return;
    if (item->what == STORE_HEAD) {
        memcpy(end->id, item->id, sizeof end->id);
        end->head = end->next = sum;
        end->coming = end->going = false;
    } else {
        end->seq = item->seq > end->seq ? item->seq : end->seq;
        end->tail = end->coming_tail;
    }
    write_end(e, end);
}

void ends_undo(struct ends *e, const struct store_item *item)
{
    struct end *end = slot_of(e->slots, e->header.slots, item->number);
    if (end->number && end->coming_tail)
        end->coming_tail = end->tail;
}

void ends_chain(struct ends *e, uint64_t number, uint64_t tail)
{
    struct end *end = slot_of(e->slots, e->header.slots, number);
    if (end->number)
        end->coming_tail = tail;
}

void ends_set_last(struct ends *e, uint64_t number, const struct last *last)
{
    struct end *end = slot_of(e->slots, e->header.slots, number);
    if (!end->number)
        return;
    end->tail = end->coming_tail = last->tail;
    end->seq = last->seq;
    write_end(e, end);
}

void ends_forget(struct ends *e, uint64_t number)
{
    struct end *end = slot_of(e->slots, e->header.slots, number);
    if (!end->number)
        return;
    *end = (struct end){.number = GONE};
    write_end(e, end);
}

/* ---- opening ---- */

static void read_boot(char boot[BOOT_MAX])
{
    int file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    memset(boot, 0, BOOT_MAX);
    if (file < 0)
        return;
    if (read(file, boot, BOOT_MAX - 1) <= 0)
        boot[0] = 0;
    close(file);
}

static bool read_header(const struct ends *e, struct header *h)
{
    return pread(e->file, h, sizeof *h, 0) == (ssize_t)sizeof *h && !memcmp(h->magic, "tc-ends", 8) &&
           h->sum == sum_bytes(0, h, offsetof(struct header, sum)) && h->format == FORMAT && h->slots &&
           h->slots <= SLOTS_MOST && !(h->slots & (h->slots - 1));
}

/* What is damaged does not count. */
static bool read_slots(struct ends *e)
{
    size_t size = e->header.slots * sizeof *e->slots;
    e->slots = malloc(size);
    if (!e->slots || pread(e->file, e->slots, size, sizeof e->header) != (ssize_t)size)
        return false;
    for (size_t i = 0; i < e->header.slots; i++)
        if (e->slots[i].sum != sum_of(&e->slots[i]))
            e->slots[i].number = e->slots[i].number ? GONE : 0;
    for (size_t i = 0; i < e->header.slots; i++)
        e->slots[i].coming_tail = 0;
    return true;
}

uint64_t ends_identity(const struct ends *e)
{
    struct header header;
    return read_header(e, &header) ? header.identity : 0;
}

bool ends_recall(struct ends *e, uint64_t identity)
{
    char boot[BOOT_MAX];
    read_boot(boot);
    if (!read_header(e, &e->header) || e->header.identity != identity || !read_slots(e)) {
        free(e->slots);
        e->slots = NULL;
        memset(&e->header, 0, sizeof e->header);
    }
    e->exact = boot[0] && !memcmp(boot, e->header.boot, sizeof boot);
    e->header = (struct header){"tc-ends", FORMAT, e->header.slots, identity, "", 0};
    memcpy(e->header.boot, boot, sizeof boot);
    return rewrite(e, e->header.slots ? e->header.slots : SLOTS_FIRST);
}

struct ends *ends_open(const char *path, struct complaint *why)
{
    struct ends *e = calloc(1, sizeof *e);
    const char *wrong = "out of memory";
    why->line = 0;
    if (e) {
        e->file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (e->file < 0)
            wrong = strerror(errno);
        else if (flock(e->file, LOCK_EX | LOCK_NB))
            wrong = "another server uses this store";
        else
            return e;
    }
    snprintf(why->text, sizeof why->text, "%.120s: %s", path, wrong);
    if (e && e->file >= 0)
        close(e->file);
    free(e);
    return NULL;
}

struct ends *ends_look(const char *path, uint64_t identity)
{
    struct ends *e = calloc(1, sizeof *e);
    char boot[BOOT_MAX];
    if (!e)
        return NULL;
    e->file = open(path, O_RDONLY | O_CLOEXEC);
    if (e->file >= 0 && read_header(e, &e->header) && e->header.identity == identity && read_slots(e)) {
        /* While a server runs, what is noted changes: it may be behind then. */
        read_boot(boot);
        e->first = SIZE_MAX;
        e->exact = !flock(e->file, LOCK_SH | LOCK_NB) && boot[0] && !memcmp(boot, e->header.boot, BOOT_MAX);
        return e;
    }
    free(e->slots);
    if (e->file >= 0)
        close(e->file);
    free(e);
    return NULL;
}

void ends_close(struct ends *e)
{
    if (!e)
        return;
    ends_write(e);
    close(e->file);
    free(e->slots);
    free(e);
}
