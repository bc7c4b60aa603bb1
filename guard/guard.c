/* guard/guard.c -- what becomes of a CHECK that fails. */
#include "guard/guard.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/check.h"

struct guarded {
    jmp_buf back;
    struct fault *fault;
    struct guarded *outer;
};

static _Thread_local struct guarded *innermost;

bool guard(void (*doing)(void *ctx), void *ctx, struct fault *fault)
{
    struct guarded here;
    here.fault = fault;
    here.outer = innermost;
    if (setjmp(here.back)) { /* it leaves signals alone, and so costs little */
        innermost = here.outer;
        return false;
    }
    innermost = &here;
    doing(ctx);
    innermost = here.outer;
    return true;
}

void check_failed(const char *file, int line, const char *what)
{
    if (innermost) {
        *innermost->fault = (struct fault){file, what, line};
        longjmp(innermost->back, 1);
    }
    fprintf(stderr, "turncoat: %s:%d: %s does not hold\n", file, line, what);
    abort();
}
