/* server/aside.c -- sixteen bytes in a file beside the store. */
#include "server/aside.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct note {
    uint64_t game, tries;
};

void aside_open(struct aside *a, const char *path)
{
    struct note note = {0, 0};
    memset(a, 0, sizeof *a);
    snprintf(a->path, sizeof a->path, "%s", path);
    a->file = *path ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (a->file >= 0 && pread(a->file, &note, sizeof note, 0) == (ssize_t)sizeof note) {
        a->game = note.game;
        a->tries = (uint32_t)note.tries;
    }
}

/* A note that cannot be written is not worth failing for. */
void aside_loading(struct aside *a, uint64_t game)
{
    struct note note = {game, game == a->game ? a->tries + 1 : 1};
    if (a->file >= 0 && pwrite(a->file, &note, sizeof note, 0) != (ssize_t)sizeof note) {
        close(a->file);
        a->file = -1;
    }
}

bool aside_is(const struct aside *a, uint64_t game)
{
    return a->game == game && a->tries >= ASIDE_TRIES;
}

void aside_close(struct aside *a)
{
    if (a->file >= 0)
        close(a->file);
    if (*a->path)
        unlink(a->path);
    a->file = -1;
}
