/* entered.h - work of every entry hook: the record of calls of its thread. For the hooks themselves, without a call: by
 * one they would not find the stack of their caller. */
#ifndef MZ_PROBE_HOOKS_ENTERED_H
#define MZ_PROBE_HOOKS_ENTERED_H

#include "probe/probe.h"
#include "world/hot.h"

/* Where the compiler does not touch each page of a large frame (clang 14 on aarch64) sp may have jumped over the guard below the stack,
 * into memory of another thread: back to the guard, before anything is written there. signals.c looks for `pc` in the next frame. */
static inline void stay_above_guard(const struct thread *t, uint64_t sp, uint64_t pc)
{
    if (__builtin_expect(sp >= t->stack_lo, 1))
        return;
    *(volatile uint64_t *)&t->frames[t->depth].hook = pc;
    *(volatile char *)slot_lo(t->number) = 0;
}

static inline __attribute__((always_inline)) struct frame *entered(struct thread *t, void *pc)
{
    stay_above_guard(t, STACK_POINTER, (uint64_t)__builtin_return_address(0));
    struct frame *f = &t->frames[t->depth++];
    f->pc = (uint64_t)pc;
    f->sp = STACK_POINTER;
    f->hook = (uint64_t)__builtin_return_address(0);
    return f;
}

#endif
