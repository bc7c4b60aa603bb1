/* tests/help/faulty.h -- a game with bugs in it, each behind a command of its own
 * (faulty.def).  Programs linked with it have this game and the smallest one, instead
 * of the real games. */
#ifndef TESTS_HELP_FAULTY_H
#define TESTS_HELP_FAULTY_H

#include <stdbool.h>

extern struct faulty_now {               /* bugs that only show at times */
    bool deadline_works, deadline_fails; /* whatever the state of the table */
    bool seats_fail, count_fails;
    void (*counted)(void); /* is called for it */
} faulty_now;

#endif
