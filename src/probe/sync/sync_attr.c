/* sync_attr.c - attributes of mutexes, condition variables, read-write locks and barriers.
 *
 * The real functions do the work, so that attribute objects have glibc's own layout and the errors are glibc's; all that is
 * added is that what they touch is announced. What no model exists for is refused where an object is made with it.
 */
#include <pthread.h>

#include "probe/libc.h"
#include "probe/sync/sync.h"

/* The real function with two operands: the attribute, and a value, or where it is or goes. */
enum performed libcall_attribute(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    int (*real)(uint64_t, uint64_t) = (int (*)(uint64_t, uint64_t))op->arg[2];
    if (op->detail == LIBCALL_GET_ATTRIBUTE)
        mem_will_write((void *)op->addr2, op->size2);
    else
        mem_will_write((void *)op->addr, op->size);
    t->result[0] = (uint64_t)real(op->addr, op->arg[0]);
    return PERFORM_RESUME;
}

/* int function(object *): init and destroy */
#define ATTRIBUTE_PLAIN(function, object)                                                                       \
    EXPORT int function(object *attribute)                                                                      \
    {                                                                                                           \
        if (!probe_active(attribute))                                                                           \
            return REAL(function)(attribute);                                                                   \
        return mz__announce_int(LIBCALL(SET_ATTRIBUTE), attribute, sizeof *attribute, 0, 0, (uint64_t)REAL(function)); \
    }

/* int function(object *, value) */
#define ATTRIBUTE_SET(function, object, type)                                                                   \
    EXPORT int function(object *attribute, type value)                                                          \
    {                                                                                                           \
        if (!probe_active(attribute))                                                                           \
            return REAL(function)(attribute, value);                                                            \
        return mz__announce_int(LIBCALL(SET_ATTRIBUTE), attribute, sizeof *attribute, (uint64_t)value, 0,       \
                                (uint64_t)REAL(function));                                                      \
    }

/* int function(const object *, type *value) */
#define ATTRIBUTE_GET(function, object, type)                                                                   \
    EXPORT int function(const object *attribute, type *value)                                                   \
    {                                                                                                           \
        if (!probe_active(attribute))                                                                           \
            return REAL(function)(attribute, value);                                                            \
        return mz__announce_int(LIBCALL(GET_ATTRIBUTE), attribute, sizeof *attribute, (uint64_t)value, sizeof *value, \
                                (uint64_t)REAL(function));                                                      \
    }

ATTRIBUTE_PLAIN(pthread_mutexattr_init, pthread_mutexattr_t)
ATTRIBUTE_PLAIN(pthread_mutexattr_destroy, pthread_mutexattr_t)
ATTRIBUTE_SET(pthread_mutexattr_settype, pthread_mutexattr_t, int)
ATTRIBUTE_GET(pthread_mutexattr_gettype, pthread_mutexattr_t, int)
ATTRIBUTE_SET(pthread_mutexattr_setpshared, pthread_mutexattr_t, int)
ATTRIBUTE_GET(pthread_mutexattr_getpshared, pthread_mutexattr_t, int)
ATTRIBUTE_SET(pthread_mutexattr_setprotocol, pthread_mutexattr_t, int)
ATTRIBUTE_GET(pthread_mutexattr_getprotocol, pthread_mutexattr_t, int)
ATTRIBUTE_SET(pthread_mutexattr_setprioceiling, pthread_mutexattr_t, int)
ATTRIBUTE_GET(pthread_mutexattr_getprioceiling, pthread_mutexattr_t, int)
ATTRIBUTE_SET(pthread_mutexattr_setrobust, pthread_mutexattr_t, int)
ATTRIBUTE_GET(pthread_mutexattr_getrobust, pthread_mutexattr_t, int)

ATTRIBUTE_PLAIN(pthread_condattr_init, pthread_condattr_t)
ATTRIBUTE_PLAIN(pthread_condattr_destroy, pthread_condattr_t)
ATTRIBUTE_SET(pthread_condattr_setpshared, pthread_condattr_t, int)
ATTRIBUTE_GET(pthread_condattr_getpshared, pthread_condattr_t, int)
ATTRIBUTE_SET(pthread_condattr_setclock, pthread_condattr_t, clockid_t)
ATTRIBUTE_GET(pthread_condattr_getclock, pthread_condattr_t, clockid_t)

ATTRIBUTE_PLAIN(pthread_rwlockattr_init, pthread_rwlockattr_t)
ATTRIBUTE_PLAIN(pthread_rwlockattr_destroy, pthread_rwlockattr_t)
ATTRIBUTE_SET(pthread_rwlockattr_setpshared, pthread_rwlockattr_t, int)
ATTRIBUTE_GET(pthread_rwlockattr_getpshared, pthread_rwlockattr_t, int)
ATTRIBUTE_SET(pthread_rwlockattr_setkind_np, pthread_rwlockattr_t, int)
ATTRIBUTE_GET(pthread_rwlockattr_getkind_np, pthread_rwlockattr_t, int)

ATTRIBUTE_PLAIN(pthread_barrierattr_init, pthread_barrierattr_t)
ATTRIBUTE_PLAIN(pthread_barrierattr_destroy, pthread_barrierattr_t)
ATTRIBUTE_SET(pthread_barrierattr_setpshared, pthread_barrierattr_t, int)
ATTRIBUTE_GET(pthread_barrierattr_getpshared, pthread_barrierattr_t, int)
