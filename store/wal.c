/* store/wal.c -- frames and their sums (https://www.sqlite.org/fileformat2.html, 4: the WAL). */
#include "store/wal.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    HEADER = 32,
    FRAME_HEADER = 24,
    VERSION = 3007000,
    MAGIC = 0x377f0682,
    PAGE_LEAST = 512,
    PAGE_MOST = 65536
};

struct wal {
    uint8_t *bytes;
    size_t size, page;
    size_t frames; /* that there is room for */
};
struct sums {
    uint32_t a, b;
};

static uint32_t get(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static void put(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> (24 - 8 * i));
}

/* The words are in the byte order that the magic number names. */
static struct sums add(const struct wal *w, struct sums s, const uint8_t *at, size_t size)
{
    bool big = get(w->bytes) & 1;
    for (size_t i = 0; i < size; i += 8) {
        uint32_t x = get(at + i), y = get(at + i + 4);
        s.a += (big ? x : __builtin_bswap32(x)) + s.b;
        s.b += (big ? y : __builtin_bswap32(y)) + s.a;
    }
    return s;
}

static uint8_t *frame_at(const struct wal *w, size_t number)
{
    return w->bytes + HEADER + number * (FRAME_HEADER + w->page);
}

static struct sums sums_before(const struct wal *w, size_t number)
{
    const uint8_t *at = number ? frame_at(w, number - 1) + 16 : w->bytes + 24;
    return (struct sums){get(at), get(at + 4)};
}

static struct sums sums_of(const struct wal *w, struct sums before, size_t number)
{
    const uint8_t *frame = frame_at(w, number);
    return add(w, add(w, before, frame, 8), frame + FRAME_HEADER, w->page);
}

/* Does it continue the one before, as that one says about itself? */
static bool fits(const struct wal *w, size_t number)
{
    const uint8_t *frame = frame_at(w, number);
    struct sums sums = sums_of(w, sums_before(w, number), number);
    return !memcmp(frame + 8, w->bytes + 16, 8) && sums.a == get(frame + 16) && sums.b == get(frame + 20);
}

static bool header_fits(const struct wal *w)
{
    struct sums sums = add(w, (struct sums){0}, w->bytes, 24);
    return (get(w->bytes) | 1) == (MAGIC | 1) && sums.a == get(w->bytes + 24) && sums.b == get(w->bytes + 28);
}

/* All that it says is also said elsewhere: by the file, and by the first frame. */
static void put_header(struct wal *w)
{
    put(w->bytes, MAGIC | (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__));
    put(w->bytes + 4, VERSION);
    put(w->bytes + 8, (uint32_t)w->page);
    memcpy(w->bytes + 16, frame_at(w, 0) + 8, 8);
}

static void put_sums(uint8_t *at, struct sums sums)
{
    put(at, sums.a);
    put(at + 4, sums.b);
}

/* As many frames as there are, all of them fitting. */
static void seal(struct wal *w, size_t frames)
{
    struct sums sums = add(w, (struct sums){0}, w->bytes, 24);
    put_sums(w->bytes + 24, sums);
    for (size_t i = 0; i < frames; i++) {
        memcpy(frame_at(w, i) + 8, w->bytes + 16, 8);
        sums = sums_of(w, sums, i);
        put_sums(frame_at(w, i) + 16, sums);
    }
}

/* ---- files ---- */

static bool read_file(const char *path, struct wal *w)
{
    struct stat about;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    w->size = fstat(file, &about) ? 0 : (size_t)about.st_size;
    w->bytes = malloc(w->size + 1);
    bool done = w->bytes && read(file, w->bytes, w->size) == (ssize_t)w->size;
    close(file);
    return done;
}

/* The size of a page, as the file says. */
static size_t page_size(const char *path)
{
    uint8_t head[18] = {0};
    int file = open(path, O_RDONLY | O_CLOEXEC);
    size_t size = 0;
    if (file < 0)
        return 0;
    if (read(file, head, sizeof head) == (ssize_t)sizeof head)
        size = (size_t)head[16] << 8 | head[17];
    close(file);
    return size == 1 ? PAGE_MOST : size;
}

static bool write_file(const char *path, const struct wal *w)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool done = file >= 0 && write(file, w->bytes, w->size) == (ssize_t)w->size && !fsync(file);
    if (file >= 0)
        close(file);
    return done;
}

/* ---- mending ---- */

/* How many frames count: up to the last that fits.  Frames before it that do not were damaged after they had
 * been committed, since a later commit followed.  Those of the last commit may just as well never have got
 * to the disk, and it does not count then: whoever was told of it is in store/ends.h. */
static size_t sound_frames(const struct wal *w, int *damaged)
{
    size_t end = 0;
    int bad = 0;
    bool committed = false; /* the commit that the bad ones belong to */
    for (size_t i = 0; i < w->frames; i++) {
        bool fit = fits(w, i);
        if (fit && (!bad || committed)) {
            end = i + 1;
            *damaged += bad;
            bad = 0;
            committed = false;
        }
        bad += !fit;
        committed |= bad && get(frame_at(w, i) + 4);
    }
    return end;
}

static int mend(struct wal *w, const char *path, const char *kept)
{
    int damaged = 0;
    struct wal before = *w;
    bool header = !header_fits(w);
    before.bytes = malloc(w->size);
    if (!before.bytes)
        return -1;
    memcpy(before.bytes, w->bytes, w->size);
    if (header)
        put_header(w);
    size_t end = sound_frames(w, &damaged);
    bool needed = end && (damaged || header);
    if (needed && !kept)
        damaged += header;
    if (needed && kept) {
        seal(w, end);
        if (!write_file(kept, &before) || !write_file(path, w))
            damaged = -1;
        else
            damaged += header;
    }
    free(before.bytes);
    return needed ? damaged : 0;
}

int wal_mend(const char *path, const char *kept)
{
    char name[400];
    struct wal w = {.page = page_size(path)};
    int damaged = 0;
    snprintf(name, sizeof name, "%s-wal", path);
    bool possible = w.page >= PAGE_LEAST && !(w.page & (w.page - 1)) && read_file(name, &w) &&
                    w.size >= HEADER + FRAME_HEADER + w.page;
    if (possible) {
        w.frames = (w.size - HEADER) / (FRAME_HEADER + w.page);
        damaged = mend(&w, name, kept);
    }
    free(w.bytes);
    return damaged;
}

int wal_damaged(const char *path)
{
    return wal_mend(path, NULL);
}

bool wal_exists(const char *path)
{
    char name[400];
    struct stat about;
    snprintf(name, sizeof name, "%s-wal", path);
    return !stat(name, &about) && about.st_size > HEADER;
}
