/* core/check.h -- CHECK states what must be true: a bug stops whatever it is found in.
 *
 * It is only for programming mistakes.  What a player, a file or the network may
 * get wrong is a refusal or a complaint, never a CHECK. */
#ifndef CORE_CHECK_H
#define CORE_CHECK_H

#ifdef __wasm__ /* the page notices the trap, and need not load the words */
#define CHECK_FAILED(what) __builtin_trap()
#else
/* The only call that pure code makes outside: it stops the program, or returns to a guard (guard/guard.h). */
_Noreturn void check_failed(const char *file, int line, const char *what) __attribute__((cold));
#define CHECK_FAILED(what) check_failed(__FILE__, __LINE__, what)
#endif

#define CHECK(cond)                                                                                          \
    do {                                                                                                     \
        if (!(cond))                                                                                         \
            CHECK_FAILED(#cond);                                                                             \
    } while (0)

#endif
