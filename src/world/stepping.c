/* stepping.c - see stepping.h. */
#include "world/stepping.h"

#include "world/memory/layout.h"
#include "world/memory/undo.h"
#include "world/memory/valid.h"
#include "world/state/stack.h"

struct stepping mz__stepping;

void stepping_escape(void)
{
    mz__back_to(&mz__stepping.escape);
}

/* Such a thread must not have been given memory that is not there: that is like a crash of its own. */
void stepping_noted(const volatile void *addr, uint64_t size)
{
    const struct thread *t = mz__stepping.thread;
    uint64_t where;
    if (!t || t->op.kind != OP_CALL)
        return;
    if (mz__stepping.guarded && !valid_range(t, (uint64_t)addr, size, &where)) {
        stepping_crashed(FAULT_MEMORY, (int)size, 0, 0, (uint64_t)addr, "memory");
        stepping_escape();
    }
    world_touches(t, (const void *)addr, size, true);
}

/* The thread will never run again, but its stack is memory that others may use: it ends where the thread was. */
static bool end_stack_at(struct thread *t, uint64_t sp)
{
    if (sp + SLOT_GUARD < t->stack_lo || sp > t->stack_base)
        return false;
    t->sp = sp < t->stack_lo ? t->stack_lo : sp & ~(uint64_t)7;
    stack_cut(t, t->sp);
    return true;
}

/* The crash becomes the thread's next operation, as if it had announced it: others may go first. */
void stepping_crashed(enum fault_kind kind, int signal, uint64_t pc, uint64_t sp, uint64_t addr, const char *text)
{
    struct thread *t = mz__stepping.thread;
    mz__world.foresight.learning = false;
    bool at_once = mz__world.setup || kind == FAULT_RUNAWAY;
    pc = sp ? pc : t->op.pc - 1; /* the instruction, not where it returns to */
    t->op = (struct op){.kind = OP_FAULT, .detail = (uint8_t)kind, .addr = (uint64_t)text, .pc = layout_segment(pc) ? pc + 1 : t->op.pc,
                        .arg = {(uint64_t)signal, addr, pc}};
    if (!at_once)
        undo_forget_unwritten();
    if (at_once || (sp && !end_stack_at(t, sp)))
        mz__semantics[OP_FAULT]->perform(t, &t->op, 0);
}
