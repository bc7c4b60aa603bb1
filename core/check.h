/* core/check.h -- CHECK states what must be true: a bug stops the program.
 *
 * It is for mistakes of the programmer only.  What a player, a file or the
 * network may get wrong is a refusal or a complaint, never a CHECK. */
#ifndef CORE_CHECK_H
#define CORE_CHECK_H

#define CHECK(cond)                                                                                          \
    do {                                                                                                     \
        if (!(cond))                                                                                         \
            __builtin_trap();                                                                                \
    } while (0)

#endif
