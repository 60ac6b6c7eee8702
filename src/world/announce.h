/* announce.h - the call by which a stand-in tells the world what its thread is about to do.
 *
 * mz__announce(kind, addr, size, a, b, c) fills in the running thread's pending operation, parks the thread and hands
 * control to the engine, on the engine's own stack. When the engine lets the thread go on, the operation has been
 * performed and its result is returned. It must be the last thing that a stand-in does (a tail call), so that what is
 * saved on the program's stack is the program's own registers and return address and nothing of ours:
 *
 *     int pthread_mutex_lock(pthread_mutex_t *m)
 *     {
 *         return mz__announce_int(OP_LOCK, m, sizeof *m, 0, 0, 0);
 *     }
 *
 * The caller must have checked mz__active (see probe/probe.h) before.
 */
#ifndef MZ_WORLD_ANNOUNCE_H
#define MZ_WORLD_ANNOUNCE_H

#include <stdint.h>

/* kind_detail_order: kind | detail << 16 | order << 24. */
uint64_t mz__announce(uint32_t kind_detail_order, const volatile void *addr, uint64_t size, uint64_t a, uint64_t b, uint64_t c);

/* The same function for stand-ins that return something else. A conversion of the result is not a tail call: neither
 * compiler makes one of `return (int)mz__announce(...)`, because the upper half of the register would differ. */
int mz__announce_int(uint32_t kind_detail_order, const volatile void *addr, uint64_t size, uint64_t a, uint64_t b, uint64_t c)
    __asm__("mz__announce");
void *mz__announce_pointer(uint32_t kind_detail_order, const volatile void *addr, uint64_t size, uint64_t a, uint64_t b,
                           uint64_t c) __asm__("mz__announce");

#define ANNOUNCE_DETAIL(d) ((uint32_t)(d) << 16)
#define ANNOUNCE_ORDER(o)  ((uint32_t)(o) << 24)

#endif
