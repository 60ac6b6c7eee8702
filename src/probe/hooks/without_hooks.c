/* without_hooks.c - calls of functions without hooks, and calls back: the stand-ins behind the assembly of world/outside_*.S. */
#include <unwind.h>

#include "probe/families.h"
#include "probe/files/file_questions.h"
#include "probe/libc.h"
#include "world/atomic_names.h"
#include "world/blocks.h"
#include "world/memory/layout.h"
#include "world/outside/outside.h"
#include "world/outside/returns.h"
#include "world/state/dead.h"

/* ---- out and back ---------------------------------------------------------------------------------------------------- */

/* Places at which the thunk has put registers, in words below the slot of the return address: those of integers by the numbers that
 * wire/liveness_table.h has for them. Vector registers, of two words each, come first. */
#if defined(__x86_64__)
enum { REGISTERS = 10, FIRST = 6, SECOND = 5 };
static const uint8_t words_below[REGISTERS] = {7, 3, 4, 0, 0, 0, 5, 6, 2, 1}; /* rax, rcx, rdx, -, -, -, rsi, rdi, r8, r9 */
#else
enum { REGISTERS = 9, FIRST = 11, SECOND = 10 };
static const uint8_t words_below[REGISTERS] = {11, 10, 9, 8, 7, 6, 5, 4, 3}; /* x0 to x8 */
#endif

/* What was unmapped is memory of the process all the same, and what such a function does there would not be noticed. */
static bool is_given_unmapped(const uint64_t *slot)
{
    for (unsigned r = 0; r < REGISTERS; r++) {
        uint64_t value = slot[-(int)words_below[r]];
        if (words_below[r] && in_maps(value) && blocks_access(value) < ACCESS_READ)
            return true;
    }
    return false;
}

/* arg[0]: number of the function; arg[1]: slot of the return address */
static enum performed foreign_perform(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    uint64_t *slot = (uint64_t *)op->arg[1];
    const char *question = file_question_refused(op->arg[0], slot[-FIRST], slot[-SECOND]);
    if (question)
        return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0, "%s %s is supported only before the first thread or choice",
                            mz__world.wire->guarded_function[op->arg[0]].name, question);
    if (is_given_unmapped(slot))
        return world_report(t, FAULT_REFUSED, 0, 0,
                            "a function without hooks that is given memory that is not mapped, or without access, is not supported");
    returns_keep(t, returns_place(RETURNS_OUTSIDE, (uint64_t)(slot + 1)), *slot);
    *slot = (uint64_t)mz__outside_return;
    t->outside = op->arg[0] + 1;
    t->result[0] = outside_function(op->arg[0]);
    return PERFORM_RESUME;
}

/* Hooks leave behind anything in registers that hold no arguments. */
static void foreign_complete(struct op *op)
{
    uint64_t *slot = (uint64_t *)op->arg[1];
    struct dead_arguments known = dead_arguments(op->pc);
    op->addr = outside_function(op->arg[0]);
    op->addr2 = op->size2 = 0;
    file_question_announced(op, op->arg[0]);
    for (unsigned r = 0; r < REGISTERS; r++)
        if (words_below[r] && !(known.registers >> r & 1))
            slot[-(int)words_below[r]] = 0;
    for (int v = 0; v < 8; v++)
        if (!(known.vectors >> v & 1))
            slot[2 * v - OUTSIDE_SAVED] = slot[2 * v - OUTSIDE_SAVED + 1] = 0;
}

const struct semantics foreign_semantics = {.complete = foreign_complete, .perform = foreign_perform};

uint64_t mz__outside_enter(uint64_t number, uint64_t *slot);
uint64_t mz__outside_enter(uint64_t number, uint64_t *slot)
{
    /* Start-up code, or a function without hooks that was given a pointer to the thunk. */
    if (!mz__hot.inside || outside_needs_no_guard(number))
        return outside_function(number);
    return announce_from(*slot, OP_FOREIGN, NULL, 1, number, (uint64_t)slot, 0); /* a tail call: see announce.h */
}

void mz__outside_full(void)
{
    static const char what[] = "is one too many: no more than 1,024 can be guarded";
    announce_from((uint64_t)__builtin_return_address(0), OP_FAULT | ANNOUNCE_DETAIL(FAULT_REFUSED), "a function without hooks", 0,
                  (uint64_t)what, 0, 0);
}

static enum performed leave_body(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    uint64_t *slot = (uint64_t *)op->arg[0];
    *slot = returns_take(t, returns_place(RETURNS_OUTSIDE, (uint64_t)(slot + 1)));
    op->pc = *slot;
    t->outside = 0;
    return PERFORM_RESUME;
}

void mz__outside_leave(uint64_t *slot);
void mz__outside_leave(uint64_t *slot)
{
    mz__announce_call(leave_body, (uint64_t)slot, 0, 0);
}

/* ---- in and out again ------------------------------------------------------------------------------------------------ */

/* arg[0]: slot of the return address; arg[1]: CFA */
static enum performed enter_body(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    uint64_t *slot = (uint64_t *)op->arg[0], *kept = returns_place(RETURNS_INSIDE, op->arg[1]);
    outside_given(*slot); /* an unwinder may come to it */
    returns_keep(t, kept, *slot);
    returns_keep(t, kept + 1, t->outside);
    *slot = (uint64_t)mz__inside_return;
    t->outside = 0;
    return PERFORM_RESUME;
}

/* Stack pointer when the function has returned; 0: nobody knows. On x86_64 directly above the return address. */
static uint64_t cfa_of(const uint64_t *slot, uint64_t sp, uint64_t hook)
{
#if defined(__x86_64__)
    (void)sp, (void)hook;
    return (uint64_t)(slot + 1);
#else
    uint64_t size = dead_frame(hook);
    (void)slot;
    return size ? sp + size : 0;
#endif
}

/* What __tsan_func_entry does, for a function that is called from outside. `frame` is its frame register, hook where its entry hook
 * returns to. */
void mz__inside_enter(uint64_t pc, uint64_t *frame, uint64_t sp, uint64_t hook);
void mz__inside_enter(uint64_t pc, uint64_t *frame, uint64_t sp, uint64_t hook)
{
    struct thread *t = mz__hot.running;
    uint64_t *slot = frame + 1, cfa = cfa_of(slot, sp, hook);
    if ((uint64_t)frame < sp || (uint64_t)frame >= t->stack_base || *slot != pc || cfa == 0) {
        static const char what[] = "has an unusual frame: calls of it from code without hooks are not supported";
        announce_from(pc, OP_FAULT | ANNOUNCE_DETAIL(FAULT_REFUSED), "a function of the program", 0, (uint64_t)what, 0, 0);
    }
    mz__announce_call(enter_body, (uint64_t)slot, cfa, 0);
    t->frames[t->depth++] = (struct frame){.pc = pc, .sp = sp, .hook = hook};
    dead_entered(hook, *slot, sp);
}

static enum performed exit_body(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    uint64_t *slot = (uint64_t *)op->arg[0], *kept = returns_place(RETURNS_INSIDE, (uint64_t)(slot + 1));
    *slot = returns_take(t, kept);
    t->outside = returns_take(t, kept + 1);
    op->addr2 = (uint64_t)(slot - OUTSIDE_VECTORS_AT); /* for reach.c: no pointers, but what hooks have left */
    op->size2 = 8 * OUTSIDE_VECTORS;
    return PERFORM_RESUME;
}

void mz__inside_leave(uint64_t *slot);
void mz__inside_leave(uint64_t *slot)
{
    mz__announce_call(exit_body, (uint64_t)slot, 0, 0);
}

/* ---- unwinding ------------------------------------------------------------------------------------------------------- */

/* An exception, or the end of the thread, passes from one side to the other, or leaves an atomic function. */
static enum performed pass_body(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    uint64_t *slot = (uint64_t *)op->arg[0], ip = op->arg[1];
    if (ip == (uint64_t)mz__atomic_return)
        t->atomic = 0;
    else
        t->outside = ip == (uint64_t)mz__inside_return ? returns_place(RETURNS_INSIDE, (uint64_t)(slot + 1))[1] : 0;
    return PERFORM_RESUME;
}

_Unwind_Reason_Code mz__outside_personality(int version, _Unwind_Action actions, _Unwind_Exception_Class class,
                                            struct _Unwind_Exception *exception, struct _Unwind_Context *context);
_Unwind_Reason_Code mz__outside_personality(int version, _Unwind_Action actions, _Unwind_Exception_Class class,
                                            struct _Unwind_Exception *exception, struct _Unwind_Context *context)
{
    (void)version, (void)class, (void)exception;
    if ((actions & _UA_CLEANUP_PHASE) && mz__hot.running)
        mz__announce_call(pass_body, _Unwind_GetCFA(context) - 8, _Unwind_GetIP(context), 0);
    return _URC_CONTINUE_UNWIND;
}
