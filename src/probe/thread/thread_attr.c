/* thread_attr.c - attributes of threads. Attributes are the program's
 * memory, written by libc's own functions: what these may touch is announced (sync_attr.c has the semantics). Stack sizes and
 * addresses are accepted and not followed (--stack sets the size of all stacks), nor are processors and policies for new threads. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>

#include "probe/argument.h"
#include "world/premise.h"

#define CHANGE(name, type)                                                                                                   \
    EXPORT int name(pthread_attr_t *attr, type value)                                                                        \
    {                                                                                                                        \
        if (!probe_active(attr))                                                                                             \
            return REAL(name)(attr, value);                                                                                  \
        return mz__announce_int(LIBCALL(SET_ATTRIBUTE), attr, sizeof *attr, (uint64_t)value, 0, (uint64_t)REAL(name));       \
    }
CHANGE(pthread_attr_setdetachstate, int)
CHANGE(pthread_attr_setguardsize, size_t)
CHANGE(pthread_attr_setschedpolicy, int)
CHANGE(pthread_attr_setscope, int)
CHANGE(pthread_attr_setstacksize, size_t)

EXPORT int pthread_attr_setinheritsched(pthread_attr_t *attr, int value)
{
    if (!probe_active(attr))
        return REAL(pthread_attr_setinheritsched)(attr, value);
    if (value == PTHREAD_EXPLICIT_SCHED)
        premise_met(PREMISE_SCHEDULING, (uint64_t)__builtin_return_address(0));
    return mz__announce_int(LIBCALL(SET_ATTRIBUTE), attr, sizeof *attr, (uint64_t)value, 0, (uint64_t)REAL(pthread_attr_setinheritsched));
}

EXPORT int pthread_attr_setschedparam(pthread_attr_t *attr, const struct sched_param *value)
{
    if (!probe_active(attr))
        return REAL(pthread_attr_setschedparam)(attr, value);
    return mz__announce_int(LIBCALL(SET_ATTRIBUTE), attr, sizeof *attr, (uint64_t)value, sizeof *value,
                            (uint64_t)REAL(pthread_attr_setschedparam));
}

#define ASK(name, type)                                                                                                      \
    EXPORT int name(const pthread_attr_t *attr, type *value)                                                                 \
    {                                                                                                                        \
        if (!probe_active(attr))                                                                                             \
            return REAL(name)(attr, value);                                                                                  \
        return mz__announce_int(LIBCALL(GET_ATTRIBUTE), attr, sizeof *attr, (uint64_t)value, sizeof *value, (uint64_t)REAL(name)); \
    }
ASK(pthread_attr_getdetachstate, int)
ASK(pthread_attr_getguardsize, size_t)
ASK(pthread_attr_getinheritsched, int)
ASK(pthread_attr_getschedpolicy, int)
ASK(pthread_attr_getscope, int)
ASK(pthread_attr_getstacksize, size_t)
ASK(pthread_attr_getschedparam, struct sched_param)

static __attribute__((noinline)) int give_stack(uint64_t pc, const pthread_attr_t *attr, void **lo, size_t *size)
{
    pthread_attr_t known = ARGUMENT(pc, attr);
    void *stack;
    size_t bytes;
    int failed = REAL(pthread_attr_getstack)(&known, &stack, &bytes);
    announce_give_from(pc, lo, &stack, sizeof stack, 0);
    return (int)announce_give_from(pc, size, &bytes, sizeof bytes, failed);
}

EXPORT int pthread_attr_getstack(const pthread_attr_t *attr, void **lo, size_t *size)
{
    if (!probe_active(attr))
        return REAL(pthread_attr_getstack)(attr, lo, size);
    return give_stack(CALLER, attr, lo, size);
}

EXPORT int pthread_attr_init(pthread_attr_t *attr)
{
    if (!probe_active(attr))
        return REAL(pthread_attr_init)(attr);
    return mz__announce_int(LIBCALL(SET_ATTRIBUTE), attr, sizeof *attr, 0, 0, (uint64_t)REAL(pthread_attr_init));
}

EXPORT int pthread_attr_destroy(pthread_attr_t *attr)
{
    if (!probe_active(attr))
        return REAL(pthread_attr_destroy)(attr);
    return mz__announce_int(LIBCALL(SET_ATTRIBUTE), attr, sizeof *attr, 0, 0, (uint64_t)REAL(pthread_attr_destroy));
}

/* The stack stays ours: the program's memory for it is left alone, and who gives it back too early does no harm. */
EXPORT int pthread_attr_setstack(pthread_attr_t *attr, void *stack, size_t size)
{
    if (!probe_active(attr))
        return REAL(pthread_attr_setstack)(attr, stack, size);
    wire_note_place(mz__world.wire->own_stacks, CALLER);
    return size < (size_t)PTHREAD_STACK_MIN ? EINVAL : 0;
}

EXPORT int pthread_attr_setaffinity_np(pthread_attr_t *attr, size_t size, const cpu_set_t *set)
{
    if (!probe_active(NULL))
        return REAL(pthread_attr_setaffinity_np)(attr, size, set);
    premise_met(PREMISE_SCHEDULING, CALLER);
    return 0;
}

EXPORT int pthread_setconcurrency(int level)
{
    if (!probe_active(NULL))
        return REAL(pthread_setconcurrency)(level);
    return level < 0 ? EINVAL : 0;
}
