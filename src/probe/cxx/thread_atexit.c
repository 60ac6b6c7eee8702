/* thread_atexit.c - destructors of C++'s thread_local variables: called when their thread ends, the last one first. */
#include "probe/libc.h"
#include "probe/thread/thread_table.h"
#include "world/outside/outside.h"

enum { MOST = 64 }; /* for one thread; more are refused */

struct destructor {
    uint64_t function, object;
};

static MODEL struct destructor registered[MAX_THREADS][MOST];
static MODEL uint64_t counts[MAX_THREADS];

/* Filled by pop_body for the thread that announced it; nothing comes between. */
static struct destructor popped;

/* arg[0]: function; arg[1]: object. */
static enum performed push_body(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    uint64_t n = counts[t->number];
    if (n == MOST)
        return world_report(t, FAULT_REFUSED, 0, 0, "more than %d thread_local variables with destructors in one thread are not supported",
                            MOST);
    outside_given(op->arg[0]);
    mem_set(&registered[t->number][n], ((struct destructor){op->arg[0], op->arg[1]}));
    mem_set(&counts[t->number], n + 1);
    return PERFORM_RESUME;
}

static enum performed pop_body(struct thread *t, struct op *op, unsigned choice)
{
    (void)op, (void)choice;
    uint64_t n = counts[t->number];
    if (n == 0)
        return PERFORM_RESUME;
    popped = registered[t->number][n - 1];
    mem_clear(&registered[t->number][n - 1], sizeof popped);
    mem_set(&counts[t->number], n - 1);
    t->result[0] = 1;
    return PERFORM_RESUME;
}

void thread_run_destructors(void)
{
    while (counts[mz__hot.running->number] && mz__announce_call(pop_body, 0, 0, 0))
        ((void (*)(void *))popped.function)((void *)popped.object);
}

STAND_IN(int, __cxa_thread_atexit, void (*function)(void *), void *object, void *library)
{
    if (!probe_active(NULL))
        return REAL_AS(__cxa_thread_atexit, int (*)(void (*)(void *), void *, void *))(function, object, library);
    return mz__announce_call_int(push_body, (uint64_t)function, (uint64_t)object, 0);
}

STAND_IN(int, __cxa_thread_atexit_impl, void (*function)(void *), void *object, void *library)
{
    if (!probe_active(NULL))
        return REAL_AS(__cxa_thread_atexit_impl, int (*)(void (*)(void *), void *, void *))(function, object, library);
    return mz__announce_call_int(push_body, (uint64_t)function, (uint64_t)object, 0);
}
