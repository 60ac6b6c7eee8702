/* threads_c11.c - mtx_* and cnd_* of <threads.h>: the same operations on the same objects as their pthread
 * counterparts, marked so that they return thrd_success and so on. call_once is in once.c. */
#include <threads.h>

#include "probe/libc.h"
#include "probe/sync/sync.h"

#define C11(kind) ((uint32_t)(kind) | ANNOUNCE_DETAIL(SYNC_C11))

EXPORT int mtx_init(mtx_t *m, int type)
{
    if (!probe_active(m))
        return REAL(mtx_init)(m, type);
    return mz__announce_int(C11(OP_MUTEX_INIT), m, sizeof *m, (uint64_t)type, 0, 0);
}

EXPORT void mtx_destroy(mtx_t *m)
{
    if (!probe_active(m))
        REAL(mtx_destroy)(m);
    else
        mz__announce(C11(OP_MUTEX_DESTROY), m, sizeof *m, 0, 0, 0);
}

EXPORT int mtx_lock(mtx_t *m)
{
    if (!probe_active(m))
        return REAL(mtx_lock)(m);
    return mz__announce_int(C11(OP_LOCK), m, sizeof *m, 0, 0, 0);
}

EXPORT int mtx_trylock(mtx_t *m)
{
    if (!probe_active(m))
        return REAL(mtx_trylock)(m);
    return mz__announce_int(C11(OP_TRYLOCK), m, sizeof *m, 0, 0, 0);
}

EXPORT int mtx_timedlock(mtx_t *m, const struct timespec *deadline)
{
    if (!probe_active(m))
        return REAL(mtx_timedlock)(m, deadline);
    return sync_announce_until(CALLER, C11(OP_TIMEDLOCK), m, sizeof *m, deadline);
}

EXPORT int mtx_unlock(mtx_t *m)
{
    if (!probe_active(m))
        return REAL(mtx_unlock)(m);
    return mz__announce_int(C11(OP_UNLOCK), m, sizeof *m, 0, 0, 0);
}

EXPORT int cnd_init(cnd_t *c)
{
    if (!probe_active(c))
        return REAL(cnd_init)(c);
    return mz__announce_int(C11(OP_COND_INIT), c, sizeof *c, 0, 0, 0);
}

EXPORT void cnd_destroy(cnd_t *c)
{
    if (!probe_active(c))
        REAL(cnd_destroy)(c);
    else
        mz__announce(C11(OP_COND_DESTROY), c, sizeof *c, 0, 0, 0);
}

EXPORT int cnd_wait(cnd_t *c, mtx_t *m)
{
    if (!probe_active(c))
        return REAL(cnd_wait)(c, m);
    return mz__announce_int(C11(OP_WAIT), c, sizeof *c, (uint64_t)m, sizeof *m, 0);
}

EXPORT int cnd_timedwait(cnd_t *c, mtx_t *m, const struct timespec *deadline)
{
    if (!probe_active(c))
        return REAL(cnd_timedwait)(c, m, deadline);
    uint64_t pc = CALLER;
    struct sync_deadline d = sync_deadline(pc, deadline);
    return (int)announce_from(pc, C11(OP_TIMEDWAIT) | d.detail, c, sizeof *c, (uint64_t)m, sizeof *m, d.until);
}

EXPORT int cnd_signal(cnd_t *c)
{
    if (!probe_active(c))
        return REAL(cnd_signal)(c);
    return mz__announce_int(C11(OP_SIGNAL), c, sizeof *c, 0, 0, 0);
}

EXPORT int cnd_broadcast(cnd_t *c)
{
    if (!probe_active(c))
        return REAL(cnd_broadcast)(c);
    return mz__announce_int(C11(OP_BROADCAST), c, sizeof *c, 0, 0, 0);
}
