/* light_cond.c - signals and broadcasts of a thread that goes on by itself (probe/light.h), on condition variables where nobody waits:
 * nothing becomes of them. */
#include "probe/light.h"
#include "probe/sync/cond.h"

static inline __attribute__((always_inline)) bool is_in_vain(pthread_cond_t *c, uint64_t sp)
{
    return light_may_use(c, sizeof *c, sp) && cond_is_deserted(c);
}

static int light_pthread_cond_signal(pthread_cond_t *c)
{
    if (UNLIKELY(!is_in_vain(c, STACK_POINTER)))
        return pthread_cond_signal(c);
    light_stepped();
    return 0;
}

static int light_pthread_cond_broadcast(pthread_cond_t *c)
{
    if (UNLIKELY(!is_in_vain(c, STACK_POINTER)))
        return pthread_cond_broadcast(c);
    light_stepped();
    return 0;
}

const struct light_pair light_conds[] = {LIGHT_PAIR(pthread_cond_signal), LIGHT_PAIR(pthread_cond_broadcast), {0}};
