/* tests/help/faulty.h -- a game with bugs in it, each behind a command of its own
 * (faulty.def).  It and the smallest game stand in place of those of the house for
 * whoever is linked with it. */
#ifndef TESTS_HELP_FAULTY_H
#define TESTS_HELP_FAULTY_H

#include <stdbool.h>

extern struct faulty_now {               /* what shows only at times */
    bool deadline_works, deadline_fails; /* whatever the table's state says */
    bool seats_fail, count_fails;
    void (*counted)(void); /* is called for it */
} faulty_now;

#endif
