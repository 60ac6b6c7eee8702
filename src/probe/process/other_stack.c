/* other_stack.c - sigaltstack. Handlers run on the stack of their thread, which has room: what a thread asks for is kept and told again,
 * and has no other effect. */
#include <errno.h>
#include <signal.h>

#include "probe/argument.h"
#include "probe/errno.h"
#include "probe/process/signals.h"

#if defined(__x86_64__)
enum { LEAST = 2048 }; /* MINSIGSTKSZ, which asks libc nowadays */
#else
enum { LEAST = 5120 };
#endif

struct other_stack {
    uint64_t begin, size, flags; /* size 0: there is none */
};

static MODEL struct other_stack stacks[MAX_THREADS]; /* each is its thread's own */

void other_stack_none(tid born)
{
    if (stacks[born].size)
        mem_set(&stacks[born], (struct other_stack){0});
}

/* arg[0]: struct other_stack, in the frame of the stand-in. */
static enum performed take_stack(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    announced_from(op);
    mem_set(&stacks[t->number], *(const struct other_stack *)op->arg[0]);
    return PERFORM_RESUME;
}

static __attribute__((noinline)) int change_stack(uint64_t pc, const stack_t *wanted, stack_t *before)
{
    struct other_stack *mine = &stacks[mz__hot.running->number], next = {0};
    stack_t now = {.ss_sp = (void *)mine->begin, .ss_size = mine->size, .ss_flags = mine->size ? (int)mine->flags : SS_DISABLE};
    if (wanted) {
        enum { AUTODISARM = (int)(1u << 31) };
        stack_t s = ARGUMENT(pc, wanted);
        int flags = s.ss_flags & ~AUTODISARM;
        if (flags != 0 && flags != SS_DISABLE && flags != SS_ONSTACK)
            return announce_failure_from(pc, EINVAL);
        if (flags != SS_DISABLE && s.ss_size < LEAST)
            return announce_failure_from(pc, ENOMEM);
        if (flags != SS_DISABLE)
            next = (struct other_stack){(uint64_t)s.ss_sp, s.ss_size, (uint32_t)(s.ss_flags & ~SS_ONSTACK)};
    }
    if (before)
        announce_give_from(pc, before, &now, sizeof now, 0);
    return wanted ? (int)announce_call_from(pc, take_stack, (uint64_t)&next, 0, 0) : 0;
}

EXPORT int sigaltstack(const stack_t *wanted, stack_t *before)
{
    if (!probe_active(NULL))
        return REAL(sigaltstack)(wanted, before);
    return change_stack(CALLER, wanted, before);
}
