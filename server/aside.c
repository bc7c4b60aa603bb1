/* server/aside.c -- a file beside the store: for each crash, the number of the
 * game that was being loaded. */
#define _XOPEN_SOURCE 700 /* sigaltstack */
#include "server/aside.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
enum { CRASHES = sizeof crashes / sizeof *crashes, STACK = 1 << 16 };

/* What the handler needs. */
static volatile struct {
    uint64_t number; /* 0: none is being loaded */
    int file;
} noted;
static struct sigaction before[CRASHES];
static stack_t stack_before;

static void let_crash(void)
{
    for (int i = 0; i < CRASHES; i++)
        sigaction(crashes[i], &before[i], NULL);
}

/* A fault, or abort(); but not a signal that somebody else sent. */
static bool own_doing(const siginfo_t *info)
{
    return info->si_code > 0 || info->si_pid == getpid();
}

static void on_crash(int what, siginfo_t *info, void *context)
{
    uint64_t number = noted.number;
    (void)context;
    if (number && own_doing(info) && write(noted.file, &number, sizeof number) < 0)
        number = 0; /* it is not remembered then */
    let_crash();
    if (info->si_code <= 0)
        raise(what); /* a fault comes again by itself */
}

static void catch_crashes(void)
{
    static uint8_t stack[STACK]; /* the ordinary one may be what ran out */
    struct sigaction action = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
    sigemptyset(&action.sa_mask);
    sigaltstack(&own, &stack_before);
    for (int i = 0; i < CRASHES; i++)
        sigaction(crashes[i], &action, &before[i]);
}

void aside_open(struct aside *a, const char *path)
{
    memset(a, 0, sizeof *a);
    snprintf(a->path, sizeof a->path, "%s", path);
    a->file = *path ? open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    ssize_t size = a->file >= 0 ? read(a->file, a->crashed, sizeof a->crashed) : 0;
    a->count = size > 0 ? (size_t)size / sizeof *a->crashed : 0;
    noted.number = 0;
    noted.file = a->file;
    catch_crashes();
}

void aside_loading(struct aside *a, uint64_t number)
{
    (void)a;
    noted.number = number;
}

bool aside_is(const struct aside *a, uint64_t number)
{
    int tries = 0;
    for (size_t i = 0; i < a->count; i++)
        tries += a->crashed[i] == number;
    return tries >= ASIDE_TRIES;
}

void aside_close(struct aside *a)
{
    let_crash();
    sigaltstack(&stack_before, NULL);
    if (a->file >= 0)
        close(a->file);
    if (*a->path)
        unlink(a->path);
    a->file = -1;
}
