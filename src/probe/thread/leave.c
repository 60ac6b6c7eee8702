/* leave.c - frames that other threads use come and go, by calls, returns and jumps: the search decides when.
 *
 * Leaving is a write to what lies in them (op.h): who uses it does so before or afterwards. Afterwards is a state of its own, in which
 * the thread has returned and has not gone on (OP_RETURNED, valid.h): functions without hooks may take the same place next. So is the
 * entry of a function whose frame takes it (OP_ENTER). From then on what is used there by mistake looks like memory of somebody's.
 */
#include "probe/thread/leave.h"

#include "world/memory/layout.h"
#include "world/memory/mem.h"
#include "world/memory/valid.h"
#include "world/state/dead.h"
#include "world/state/stack.h"
#include "world/world.h"

static enum performed end_call(struct thread *t)
{
    t->depth--;
    stack_uncover(t, t->depth);
    return PERFORM_RESUME;
}

/* A hook gives its stack pointer as addr, and of the frame the stack pointer at its entry, the entry hook, and what it ends before at
 * any rate: there are frames of which nothing else is known. */
static void frame_complete(struct op *op)
{
    uint64_t known = dead_cfa(op->arg[1], op->arg[0]), most = slot_stack_base(slot_of(op->addr)), sp = op->addr;
    leave_part(op, known ? known : op->arg[2] < most ? op->arg[2] : most);
    op->size = op->kind == OP_ENTER && !known ? 0 : op->size;
    op->arg[0] = known;
    op->arg[1] = sp;
    op->arg[2] = 0;
}

void leave_part(struct op *op, uint64_t end)
{
    op->size = (uint32_t)sharing_part(&op->addr, end);
}

bool leave_is_seen(const struct thread *t, const struct op *op)
{
    return op->size > 0 && !t->atomic && !world_in_setup() && !world_unobserved(&mz__world);
}

enum performed leave_wait(struct thread *t, uint64_t sp, enum leave_how how, uint64_t result)
{
    t->op.kind = OP_RETURNED;
    t->op.detail = (uint8_t)how;
    t->op.arg[0] = sp;
    t->op.arg[1] = result;
    return PERFORM_PENDING;
}

/* Thread 0's outermost function that returned last: its stack pointer then, and where the stack pointer was afterwards. */
static MODEL struct {
    uint64_t sp, cfa;
} outermost;

/* Main has returned to the runtime, whose stack pointer was arg[0]: how far down it has to go to leave main's frame alone. */
enum performed leave_main_body(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    enum { MOST = 64 << 10 }; /* what is larger would be a part of every state from now on, and is seldom lent */
    uint64_t size = outermost.cfa - outermost.sp;
    if (outermost.cfa != op->arg[0] || size > MOST)
        return PERFORM_RESUME;
    mem_set(&mz__left, ((struct valid_left){outermost.sp, size}));
    t->result[0] = size;
    return PERFORM_RESUME;
}

static enum performed return_perform(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    if (t->number == 0 && t->depth == 1) {
        world_main_leaves();
        mem_set(&outermost.sp, op->arg[1]);
        mem_set(&outermost.cfa, op->arg[0]);
    }
    return leave_is_seen(t, op) && op->arg[0] ? leave_wait(t, op->arg[0], LEAVE_RETURN, 0) : end_call(t);
}

static enum performed returned_perform(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    t->result[0] = op->arg[1];
    return op->detail == LEAVE_RETURN ? end_call(t) : PERFORM_RESUME;
}

const struct semantics enter_semantics = {.complete = frame_complete};
const struct semantics return_semantics = {.complete = frame_complete, .perform = return_perform};
const struct semantics returned_semantics = {.perform = returned_perform};
