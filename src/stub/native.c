/* native.c - include/mazurka.h in a run without a check: one execution, in which nothing is chosen. */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "stub/stub.h"

EXPORTED(int, mz_choose, int n UNUSED)
{
    return 0;
}

/* An execution that is assumed not to happen ends without a trace. */
EXPORTED(void, mz_assume, int condition)
{
    if (!condition)
        _exit(0);
}

EXPORTED(void, mz_atomic_begin, void) {}
EXPORTED(void, mz_atomic_end, void) {}

EXPORTED(void, mz_yield, void)
{
    sched_yield();
}

EXPORTED(int, mz_await_others, void)
{
    sleep(1);
    return -1;
}

EXPORTED(void, mz_fail, const char *expression, const char *file, int line, const char *function)
{
    fflush(stdout);
    fprintf(stderr, "%s: %s:%d: %s: Assertion `%s' failed.\n", program_invocation_short_name, file, line, function,
            expression);
    abort();
}
