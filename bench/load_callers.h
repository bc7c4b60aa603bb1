/* bench/load_callers.h -- shared by the files of the load: load_join.c opens tables and joins them, load.c
 * plays and measures. */
#ifndef BENCH_LOAD_CALLERS_H
#define BENCH_LOAD_CALLERS_H

#include <stddef.h>

#include "bench/load.h"
#include "bench/talk.h"

enum {
    BATCH = 64, /* tables that are opened, or begin, at the same time */
    READ_MAX = 64 * 1024,
    PARTIAL_MAX = 16 * 1024,
    PENDING = 16, /* commands of one table that may be unanswered */
    PATIENCE_S = 30,
};

struct pending {
    uint32_t id, n; /* n: once it is answered */
    int64_t sent_us;
};

struct caller {
    int fd;
    int table;
    int seat;
    uint32_t heard; /* the number of the last story */
    char *partial;  /* the part of a frame that has come so far */
    size_t partial_size;
};

struct load_table {
    struct talk_table talk;
    uint32_t next_id;
    int waiting; /* how many of `pending` */
    struct pending pending[PENDING];
};

struct load {
    const struct load_plan *plan;
    struct load_result *result;
    int epoll;
    struct load_table *tables;
    struct caller *callers; /* four per table */
    bool flat, counting;
    struct load_window *window; /* where counts go */
    uint32_t *samples_us;
    size_t sample_count;
    uint64_t random;
    char input[READ_MAX + PARTIAL_MAX];
};

/* Notes why it cannot go on; only the first reason counts.  Returns false. */
__attribute__((format(printf, 2, 3))) bool load_fail(struct load *l, const char *format, ...);

/* load_join.c, with blocking sockets: opens all tables and takes their seats; joins every seat of one.  What
 * came after the handshake is left in each caller's `partial`. */
bool load_seat_everybody(struct load *l);
bool load_join_table(struct load *l, int table);
bool load_keep_partial(struct load *l, struct caller *caller, const char *bytes, size_t size);

#endif
