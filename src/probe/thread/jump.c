/* jump.c - setjmp and longjmp. The buffer is program memory: what is kept in it are the registers that announcing left on
 * the stack, so that buffers of equal states are equal (glibc's own are mangled with a number that differs per process). */
#include <pthread.h>
#include <setjmp.h>

#include "probe/libc.h"
#include "probe/process/signals.h"
#include "probe/thread/leave.h"
#include "world/state/stack.h"
#include "world/switch.h"

struct kept {
    uint64_t frame[SWITCH_WORDS];
    uint64_t sp;    /* of the caller, after the call */
    uint32_t depth; /* of the call stack, and its innermost entry: */
    uint32_t saved; /* is the mask kept? */
    uint64_t caller_pc, caller_sp;
    uint64_t outside;
    uint64_t mask; /* of signals, if it was asked for */
};
/* pthread_cleanup_push in C without exceptions calls __sigsetjmp with a buffer that has no room for a mask. */
_Static_assert(sizeof(struct kept) <= sizeof(jmp_buf), "the saved registers fit");
_Static_assert(offsetof(struct kept, mask) <= sizeof(__pthread_unwind_buf_t), "and without a mask in less");

static inline uint64_t size_of_kept(bool saved)
{
    return saved ? sizeof(struct kept) : offsetof(struct kept, mask);
}

/* addr: the buffer; arg[2]: whether the mask is kept. */
enum performed libcall_setjmp(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    struct kept *k = (struct kept *)op->addr;
    mem_copy(k->frame, (void *)t->sp, sizeof k->frame);
    mem_will_write(&k->sp, size_of_kept(op->arg[2]) - sizeof k->frame);
    k->sp = t->sp + sizeof k->frame;
    k->depth = (uint32_t)t->depth;
    k->caller_pc = t->depth ? t->frames[t->depth - 1].pc : 0;
    k->caller_sp = t->depth ? t->frames[t->depth - 1].sp : 0;
    k->outside = t->outside;
    k->saved = op->arg[2] != 0;
    if (k->saved)
        k->mask = mz__signals.mask[t->number];
    return PERFORM_RESUME;
}

/* Is the function that called setjmp still active, as far as can be told? */
static bool alive(const struct thread *t, const struct kept *k)
{
    if (k->sp < t->sp || k->sp > t->stack_base || k->depth > t->depth)
        return false;
    const struct frame *f = k->depth ? &t->frames[k->depth - 1] : NULL;
    return !f || (f->pc == k->caller_pc && f->sp == k->caller_sp);
}

/* The stand-in gives its stack pointer as addr: what lies between there and the function that is jumped to is left. */
static void jump_complete(struct op *op)
{
    const struct kept *k = (const struct kept *)op->arg[0];
    bool here = in_slots(op->addr) && k->sp - op->addr < slot_stack_base(slot_of(op->addr)) - op->addr;
    leave_part(op, here ? k->sp : op->addr);
}

static enum performed jump_perform(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    const struct kept *k = (const struct kept *)op->arg[0];
    if (!alive(t, k))
        return world_report(t, FAULT_MISUSE, 0, op->arg[0], "longjmp to a function that has returned, or on another thread's buffer");
    if (k->saved && k->mask != mz__signals.mask[t->number]) {
        if ((mz__signals.sent[t->number] | mz__signals.sent[TO_PROCESS]) & ~k->mask)
            return world_report(t, FAULT_REFUSED, 0, 0, "a jump that unblocks a signal which was sent is not supported");
        mem_set(&mz__signals.mask[t->number], k->mask);
    }
    stack_cut(t, k->sp);
    t->outside = k->outside;
    t->sp = k->sp - sizeof k->frame;
    uint64_t *frame = (uint64_t *)t->sp;
    for (int i = 0; i < SWITCH_WORDS; i++)
        frame[i] = k->frame[i];
    t->result[0] = (int)op->arg[1] ? op->arg[1] : 1;
    return leave_is_seen(t, op) ? leave_wait(t, k->sp, LEAVE_JUMP, t->result[0]) : PERFORM_RESUME;
}

const struct semantics jump_semantics = {.complete = jump_complete, .perform = jump_perform};

/* Defined under other names for the compiler, which knows setjmp and would treat these as returning twice. A library's
 * call before the engine has control goes to the real function, as a jump: there must be no frame of ours in between. */
#define SET(name, saves)                                                                                \
    EXPORT int set_##name(void *buffer, int mask) __asm__(#name);                                       \
    int set_##name(void *buffer, int mask)                                                              \
    {                                                                                                   \
        static void *real;                                                                              \
        if (!probe_active(NULL))                                                                        \
            return ((int (*)(void *, int))(real ? real : probe_real(#name, &real)))(buffer, mask);      \
        return mz__announce_int(LIBCALL(SETJMP), buffer, size_of_kept(saves), 0, 0, (saves) != 0);      \
    }
SET(setjmp, true)
SET(_setjmp, false)
SET(__sigsetjmp, mask)

#define JUMP(name)                                                                                      \
    EXPORT void jump_##name(void *buffer, int value) __asm__(#name);                                    \
    void jump_##name(void *buffer, int value)                                                           \
    {                                                                                                   \
        static void *real;                                                                              \
        if (!probe_active(NULL)) /* does not return */                                                  \
            ((void (*)(void *, int))(real ? real : probe_real(#name, &real)))(buffer, value);           \
        announce_read_from(CALLER, buffer, sizeof(struct kept));                                        \
        mz__announce(OP_JUMP, (void *)STACK_POINTER, 0, (uint64_t)buffer, (uint64_t)value, 0);          \
    }
JUMP(longjmp)
JUMP(_longjmp)
JUMP(siglongjmp)
JUMP(__longjmp_chk)
