/* store/ends.c -- a table of ends in memory, by number; in the file, what has changed is added at its end.
 *
 * So a commit costs one short write, however many games it is about.  When the file has grown, it is written
 * anew. */
#define _GNU_SOURCE /* flock */
#include "store/ends.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/sum.h"

enum { FORMAT = 1, SLOTS_FIRST = 256, SLOTS_MOST = 1 << 22, BOOT_MAX = 40, GROWN = 1 << 20 };

struct header {
    char magic[8];
    uint32_t format, whole; /* not whole: it was being written anew, and nothing in it counts */
    uint64_t identity;      /* of the store */
    char boot[BOOT_MAX];    /* which start of the machine */
    uint64_t sum;
};

struct ends {
    int file;
    bool exact;
    struct header header;
    struct end *slots;    /* open addressing; */
    size_t count, used;   /* a power of two; used also by games that have gone */
    uint64_t *changed;    /* the numbers of those that are to be written */
    size_t changes, room; /* how many; for how many there is room */
    struct end *lines;    /* as they are written */
    size_t at;            /* where the next ones go in the file */
};

/* Stands where a game was that has gone: whoever looks for another goes on. */
static const uint64_t GONE = UINT64_MAX;

/* ---- the table ---- */

static struct end *slot_of(const struct ends *e, uint64_t number)
{
    size_t at = (size_t)(number * 0x9e3779b97f4a7c15u >> 20) & (e->count - 1);
    while (e->slots[at].number && e->slots[at].number != number)
        at = (at + 1) & (e->count - 1);
    return &e->slots[at];
}

/* Everything again, in a table that is large enough.  False: out of memory; it stays as it is. */
static bool spread(struct ends *e, size_t count)
{
    struct ends before = *e;
    struct end *slots = count <= SLOTS_MOST ? calloc(count, sizeof *slots) : NULL;
    if (!slots)
        return false;
    e->slots = slots;
    e->count = count;
    e->used = 0;
    for (const struct end *end = NULL; before.slots && (end = ends_next(&before, end)) != NULL; e->used++)
        *slot_of(e, end->number) = *end;
    free(before.slots);
    return true;
}

static size_t live_ends(const struct ends *e)
{
    size_t live = 0;
    for (const struct end *end = NULL; (end = ends_next(e, end)) != NULL;)
        live++;
    return live;
}

static struct end *slot_for(struct ends *e, uint64_t number)
{
    struct end *end = slot_of(e, number);
    if (end->number)
        return end;
    if (e->used * 2 >= e->count) {
        if (!spread(e, e->count * (live_ends(e) * 4 < e->count ? 1 : 2)))
            return NULL;
        end = slot_of(e, number);
    }
    e->used++;
    *end = (struct end){.number = number};
    return end;
}

/* ---- the file ---- */

static uint64_t sum_of(const struct end *end)
{
    return sum_bytes(end->number, end, offsetof(struct end, sum));
}

static bool write_at(const struct ends *e, const void *bytes, size_t size, size_t at)
{
    return pwrite(e->file, bytes, size, (off_t)at) == (ssize_t)size;
}

static bool write_header(struct ends *e, bool whole)
{
    e->header.whole = whole;
    e->header.sum = sum_bytes(0, &e->header, offsetof(struct header, sum));
    return write_at(e, &e->header, sizeof e->header, 0);
}

static struct end line_of(const struct ends *e, uint64_t number)
{
    const struct end *end = ends_of(e, number);
    struct end line = end ? *end : (struct end){.number = number, .gone = true};
    line.coming_tail = 0;
    line.changed = false;
    line.sum = sum_of(&line);
    return line;
}

/* All of it, once. */
static void write_anew(struct ends *e)
{
    size_t count = 0;
    struct end *lines = malloc((live_ends(e) + 1) * sizeof *lines);
    if (!lines)
        return;
    for (const struct end *end = NULL; (end = ends_next(e, end)) != NULL;)
        lines[count++] = line_of(e, end->number);
    if (write_header(e, false) && !ftruncate(e->file, sizeof e->header) &&
        write_at(e, lines, count * sizeof *lines, sizeof e->header) && write_header(e, true))
        e->at = sizeof e->header + count * sizeof *lines;
    free(lines);
}

/* What cannot be written now is written with the next. */
void ends_write(struct ends *e)
{
    size_t size = e->changes * sizeof *e->lines;
    for (size_t i = 0; i < e->changes; i++)
        e->lines[i] = line_of(e, e->changed[i]);
    if (!size || !write_at(e, e->lines, size, e->at))
        return;
    e->at += size;
    for (size_t i = 0; i < e->changes; i++)
        slot_of(e, e->changed[i])->changed = false;
    e->changes = 0;
    if (e->at > GROWN && e->at > 4 * live_ends(e) * sizeof *e->lines)
        write_anew(e);
}

/* Without memory less is noted, and never something wrong. */
static void change(struct ends *e, struct end *end)
{
    if (end->changed)
        return;
    if (e->changes == e->room) {
        size_t room = e->room * 2 + 64;
        uint64_t *changed = realloc(e->changed, room * sizeof *changed);
        e->changed = changed ? changed : e->changed;
        struct end *lines = changed ? realloc(e->lines, room * sizeof *lines) : NULL;
        if (!lines)
            return;
        e->lines = lines;
        e->room = room;
    }
    end->changed = true;
    e->changed[e->changes++] = end->number;
}

/* ---- reading ---- */

bool ends_exact(const struct ends *e)
{
    return e->exact;
}

const struct end *ends_of(const struct ends *e, uint64_t number)
{
    const struct end *end = slot_of(e, number);
    return end->number ? end : NULL;
}

const struct end *ends_next(const struct ends *e, const struct end *end)
{
    for (end = end ? end + 1 : e->slots; end < e->slots + e->count; end++)
        if (end->number && end->number != GONE)
            return end;
    return NULL;
}

/* ---- writing ---- */

void ends_expect(struct ends *e, const struct store_item *item, uint64_t sum)
{
    if (item->what == STORE_PIECE || item->what == STORE_ANEW || item->what == STORE_REPORT)
        return;
    bool live = item->what == STORE_HEAD && item->live, known = ends_of(e, item->number) != NULL;
    struct end *end = live || known ? slot_for(e, item->number) : NULL;
    if (!end)
        return;
    memcpy(end->id, item->what == STORE_HEAD ? item->id : end->id, sizeof end->id);
    end->coming |= !known;
    end->going = !live;
    end->next = sum;
    change(e, end);
}

void ends_note(struct ends *e, const struct store_item *item, uint64_t sum)
{
    if (item->what == STORE_DROP || (item->what == STORE_HEAD && !item->live)) {
        ends_forget(e, item->number);
        return;
    }
    bool known = item->what != STORE_ANEW && item->what != STORE_REPORT && ends_of(e, item->number) != NULL;
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
    change(e, end);
}

void ends_undo(struct ends *e, const struct store_item *item)
{
    struct end *end = slot_of(e, item->number);
    if (end->number && end->coming_tail)
        end->coming_tail = end->tail;
}

void ends_chain(struct ends *e, uint64_t number, uint64_t tail)
{
    struct end *end = slot_of(e, number);
    if (end->number)
        end->coming_tail = tail;
}

void ends_set_last(struct ends *e, uint64_t number, const struct last *last)
{
    struct end *end = slot_of(e, number);
    if (!end->number)
        return;
    end->tail = end->coming_tail = last->tail;
    end->seq = last->seq;
    change(e, end);
}

void ends_forget(struct ends *e, uint64_t number)
{
    struct end *end = slot_of(e, number);
    if (!end->number)
        return;
    change(e, end);
    *end = (struct end){.number = GONE};
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
           h->sum == sum_bytes(0, h, offsetof(struct header, sum)) && h->format == FORMAT && h->whole;
}

/* A damaged line does not count, and what an earlier one says about the same game is old: then nothing is
 * exact. */
static bool read_line(struct ends *e, const struct end *line)
{
    if (line->sum != sum_of(line)) {
        e->exact = false;
        return true;
    }
    struct end *end = line->gone ? slot_of(e, line->number) : slot_for(e, line->number);
    if (end && end->number)
        *end = line->gone ? (struct end){.number = GONE} : *line;
    return end != NULL;
}

/* False: out of memory, or it cannot be read. */
static bool read_lines(struct ends *e)
{
    struct stat about;
    size_t size = fstat(e->file, &about) ? 0 : (size_t)about.st_size;
    size_t count = size > sizeof e->header ? (size - sizeof e->header) / sizeof(struct end) : 0;
    struct end *lines = malloc((count + 1) * sizeof *lines);
    bool done =
        lines && spread(e, SLOTS_FIRST) &&
        pread(e->file, lines, count * sizeof *lines, sizeof e->header) == (ssize_t)(count * sizeof *lines);
    for (size_t i = 0; done && i < count; i++)
        done = read_line(e, &lines[i]);
    free(lines);
    return done;
}

/* What is noted about the store of that identity.  False: nothing, or it cannot be read. */
static bool read_all(struct ends *e, uint64_t identity, const char boot[BOOT_MAX])
{
    if (!read_header(e, &e->header) || e->header.identity != identity)
        return false;
    e->exact = boot[0] && !memcmp(boot, e->header.boot, BOOT_MAX);
    return read_lines(e);
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
    if (!read_all(e, identity, boot)) {
        free(e->slots);
        e->slots = NULL;
        e->exact = false;
        if (!spread(e, SLOTS_FIRST))
            return false;
    }
    e->header = (struct header){"tc-ends", FORMAT, false, identity, "", 0};
    memcpy(e->header.boot, boot, sizeof boot);
    e->at = sizeof e->header;
    write_anew(e);
    return true;
}

static void free_ends(struct ends *e)
{
    if (e->file >= 0)
        close(e->file);
    free(e->slots);
    free(e->changed);
    free(e->lines);
    free(e);
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
            wrong = "another server uses it";
        else
            return e;
    }
    snprintf(why->text, sizeof why->text, "%.120s: %s", path, wrong);
    if (e)
        free_ends(e);
    return NULL;
}

struct ends *ends_look(const char *path, uint64_t identity)
{
    struct ends *e = calloc(1, sizeof *e);
    char boot[BOOT_MAX];
    if (!e)
        return NULL;
    read_boot(boot);
    e->file = open(path, O_RDONLY | O_CLOEXEC);
    if (e->file >= 0 && read_all(e, identity, boot)) {
        /* While a server runs, what is noted changes: it may be behind then. */
        e->exact = e->exact && !flock(e->file, LOCK_SH | LOCK_NB);
        return e;
    }
    free_ends(e);
    return NULL;
}

void ends_close(struct ends *e)
{
    if (!e)
        return;
    ends_write(e);
    free_ends(e);
}
