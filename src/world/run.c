/* run.c - the loop between the engine and a thread of the program.
 *
 * A thread announces its next operation and is parked; if the operation is not visible (nobody else can notice when it
 * happens), it is performed at once and the thread runs on. All of it happens on the engine's stack.
 */
#include "world/run.h"

#include "world/atomic_names.h"
#include "world/batched_steps.h"
#include "world/blocks.h"
#include "world/memory/layout.h"
#include "world/memory/valid.h"
#include "world/orders/atomic_orders.h"
#include "world/orders/program_order.h"
#include "world/orders/weak_world.h"
#include "world/outside/outside.h"
#include "world/outside/reach.h"
#include "world/race/race.h"
#include "world/recorder.h"
#include "world/state/dead.h"
#include "world/state/foresight.h"
#include "world/state/may_access.h"
#include "world/state/seen_accesses.h"
#include "world/state/tcb.h"
#include "world/state/unread_memory.h"
#include "world/stepping.h"
#include "world/switch.h"
#include "world/waiting/busy_wait.h"
#include "world/waiting/spinning.h"
#include "world/waiting/waits.h"

static bool decided; /* what is performed is what the search decided on, and not what follows in the same step */

/* ---- what is visible ---------------------------------------------------------------------------------------------- */

/* What lies in another thread's frames goes when the function returns, what is thread-local to it when it ends: who uses it and when is
 * decided by the search, and so is the return (OP_RETURN). */
static void note_frame(struct world *w, const struct thread *t, uint64_t addr, uint64_t size)
{
    if (w->frozen || world_unobserved(w) || !world_may_go(w, t->number, addr))
        return;
    w->sharing.exposed |= threadset_of(slot_of(addr));
    sharing_force(&w->sharing, addr, size);
}

static bool touch(struct world *w, const struct thread *t, uint64_t addr, uint64_t size, bool write)
{
    note_frame(w, t, addr, size);
    bool only_look = w->frozen || world_unobserved(w);
    return only_look ? sharing_is_shared(addr, size) : sharing_touch(&w->sharing, t->number, addr, size, write);
}

/* Every range is touched, also when the first is known to be shared: otherwise another thread that writes to the second
 * one would count as the only one who uses it. */
static bool touches_shared(struct world *w, struct thread *t)
{
    const struct op *op = &t->op;
    const struct semantics *s = mz__semantics[op->kind];
    bool also_reads = s && s->also_reads;
    if (op->kind == OP_FOREIGN)
        return (!outside_is_trusted(op->arg[0]) && reach_touch(w, t, outside_data(op->arg[0]), outside_footprint(op->arg[0])))
            || touch(w, t, op->addr, op->size, false);
    /* A read names a second range that it does not own: it counts for dependence only. */
    bool second = op->size2 > 0 && op->kind != OP_READ;
    if (!second && !also_reads && sharing_is_shared_already(op->addr, op->size))
        return true;
    struct access access[OP_MAX_ACCESSES];
    int n = op_accesses(op, access);
    bool is_new = op->kind == OP_MALLOC || op->kind == OP_MMAP; /* nobody has used it yet */
    bool shared = also_reads && touch(w, t, s->also_reads(t), 8, false);
    for (int i = 0; i < n && (i == 0 || second); i++)
        shared |= i == 1 && is_new ? sharing_is_shared(access[i].addr, access[i].size)
                                   : touch(w, t, access[i].addr, access[i].size, access[i].write);
    if (w->config.reuse && op_of_heap(op->kind)) { /* first what was freed last, which all threads know */
        struct access more[SEMANTICS_ALSO];
        int also = s->also_touches(t, op, more);
        for (int i = 0; i < also; i++)
            shared |= i == 0 ? touch(w, t, more[i].addr, more[i].size, true) : sharing_is_shared(more[i].addr, more[i].size);
    }
    return shared;
}

/* Nobody asks who touches what where everything is visible, but for the frames that are left. */
static bool all_are_visible(struct world *w, const struct thread *t)
{
    struct access access[OP_MAX_ACCESSES];
    int n = op_accesses(&t->op, access);
    for (int i = 0; i < n; i++)
        note_frame(w, t, access[i].addr, access[i].size);
    return true;
}

/* The unwinder copies registers and measures strings of its tables by functions that have stand-ins. What its frames hold where it has
 * written nothing depends on the way to this state: no state may have them on a stack (probe_wipe_for_unwinder). */
static bool unwinds(const struct op *op)
{
    return op_is_access(op->kind) && op->pc - mz__layout.unwinder_lo < mz__layout.unwinder_size;
}

/* Is it a plain access to the thread's own stack, and to nothing else? */
static bool is_on_own_stack(const struct thread *t)
{
    const struct op *op = &t->op;
    return op_is_access(op->kind) && op->size2 == 0 && in_slots(op->addr) && slot_of(op->addr) == t->number;
}

static bool is_visible(struct world *w, struct thread *t)
{
    const struct op *op = &t->op;
    enum op_visibility rule = op_info[op->kind].visible;
    /* Time passes while a thread waits for it, as in a sleep, also where nobody else knows what it waits at. */
    bool visible = rule == VISIBLE_ALWAYS || semantics_may_idle(op), observed = !world_unobserved(w) || w->watch_alone;
    if (op->kind == OP_START)
        visible = w->visible == WIRE_VISIBLE_ALL || w->visible == WIRE_VISIBLE_TRACKED;
    else if (w->weak && op->kind == OP_FENCE)
        visible = op->order == __ATOMIC_SEQ_CST && observed; /* in the order of all such operations */
    else if (rule != VISIBLE_NEVER && observed) {
        bool kept = w->visible == WIRE_VISIBLE_TRACKED && op_of_heap(op->kind); /* each thread has a heap of its own */
        bool listed = wire_is_listed(w->visible) && !op_is_access(op->kind) && !kept;
        bool all = w->visible == WIRE_VISIBLE_ALL && !(w->config.stacks_inferred && is_on_own_stack(t));
        bool given = !op_of_frames(op->kind) && (all || listed);
        bool escaped = w->visible == WIRE_VISIBLE_ESCAPED && !op_of_frames(op->kind) && !is_on_own_stack(t);
        visible |= given ? all_are_visible(w, t) : touches_shared(w, t) || escaped;
    }
    if (busy_wait_passes(w, t))
        visible = false;
    w->race.concerned = visible && (observed || rule == VISIBLE_ALWAYS || op->kind == OP_START); /* in a replay, too */
    return visible && !t->atomic && !unwinds(op);
}

/* A small plain write that was performed before the thread went on: what was there then. */
struct written {
    uint64_t addr, bytes;
    uint64_t budget; /* of hooks */
    uint32_t size;   /* 0: there was none */
};

static uint64_t bytes_at(uint64_t addr, uint32_t size)
{
    switch (size) {
    case 1: return *(const uint8_t *)addr;
    case 2: return *(const uint16_t *)addr;
    case 4: return *(const uint32_t *)addr;
    default: return *(const uint64_t *)addr;
    }
}

static struct written written_now(const struct op *op)
{
    bool small = op->kind == OP_WRITE && (op->size == 1 || op->size == 2 || op->size == 4 || op->size == 8) && op->addr % op->size == 0;
    if (!small)
        return (struct written){0};
    return (struct written){op->addr, bytes_at(op->addr, op->size), mz__hot.budget, op->size};
}

/* Does a hook for this access count, whatever becomes of it (tsan_access.c)? */
static bool is_counted(const struct op *op)
{
    return op->size <= 8 && op->addr % 8 + op->size <= 8 && layout_near_cell(op->addr);
}

/* The write may be the first half of a copy that is announced write first (tsan_access.c). Not if it has been made: nothing else can have
 * changed what is there if no hook has been called since but that of the read, which comes now. */
static bool has_been_made(const struct written *w, const struct op *read)
{
    return w->size > 0 && w->budget == mz__hot.budget + 1 && is_counted(read) && bytes_at(w->addr, w->size) != w->bytes;
}

/* An announcement gives what fits into registers; here the operation is completed. */
static void complete_op(struct thread *t, const struct written *before)
{
    struct op *op = &t->op;
    const struct semantics *s = mz__semantics[op->kind];
    if (op->arg[3]) { /* a stand-in with a frame of its own says where the program called it */
        op->pc = op->arg[3];
        op->arg[3] = 0;
    }
    switch (op->kind) {
    case OP_COPY:
    case OP_COMPARE:
    case OP_WAIT:
    case OP_TIMEDWAIT:
        op->addr2 = op->arg[0];
        op->size2 = (uint32_t)op->arg[1];
        break;
    case OP_READ:
        op->size2 = op->size == mz__hot.last_write_size && !has_been_made(before, op) ? op->size : 0;
        op->addr2 = op->size2 ? mz__hot.last_write : 0;
        break;
    default:
        if (s && s->complete)
            s->complete(op);
    }
    if (mz__world.config.atomic_orders)
        atomic_orders_met(op, t->number);
}

/* ---- running ------------------------------------------------------------------------------------------------------ */

static void set_ownership_patterns(const struct world *w, const struct thread *t)
{
    word_owners written = OWN_WRITTEN | t->number, read = OWN_READ | t->number, several = OWN_READ_BY_SEVERAL;
    bool every = w->visible == WIRE_VISIBLE_ALL || w->visible == WIRE_VISIBLE_ESCAPED;
    if (every || (w->recorder && !recorder_has_enough(w->recorder)))
        written = read = several = OWN_NEVER;
    else if (w->frozen)
        written = read = OWN_UNTOUCHED;
    mz__hot.touches_first = written == (OWN_WRITTEN | t->number) && !w->recorder && !w->light && !world_unobserved(w);
    mz__hot.mine_written = OWN_SPLAT(written);
    mz__hot.mine_read = OWN_SPLAT(read);
    mz__hot.read_by_several = OWN_SPLAT(several);
}

/* Let the thread go until it announces. */
static void resume(struct thread *t)
{
    tcb_use(t->tp);
    mz__hot.last_write = t->op.addr;
    mz__hot.last_write_size = t->op.kind == OP_WRITE ? t->op.size : 0;
    mz__hot.own_end = valid_own_end(t);
    mz__hot.unasked_end = mz__world.looking ? 0 : mz__hot.own_end;
    mz__hot.shared_from = mz__world.sharing.lowest[t->number];
    if (t->outside) {
        outside_run(t);
    } else {
        mz__hot.running = mz__hot.inside = t;
        mz__resume(t);
        mz__hot.running = mz__hot.inside = NULL;
    }
    if (t->sp < mz__world.lowest_sp[t->number])
        mz__world.lowest_sp[t->number] = t->sp;
}

static enum performed perform(struct world *w, struct thread *t, unsigned choice)
{
    const struct semantics *s = mz__semantics[t->op.kind];
    t->result[0] = t->result[1] = 0;
    t->resume_at = 0;
    if (w->foresight.learning)
        foresight_performs(w, t);
    if (w->matching && !w->setup && !unread_memory_reads_as_named(&t->op))
        w->unseen = true;
    if (w->members && !w->setup && seen_accesses_note(w, t->number))
        w->sharing.grown = true;
    if (w->recorder)
        recorder_before(w->recorder, t, choice);
    struct access wrong;
    enum performed p = PERFORM_RESUME;
    if (valid_concerns(&t->op) && !valid_op(t, &wrong))
        p = blocks_report(t, &wrong);
    else if (s && s->perform)
        p = s->perform(t, &t->op, choice);
    if (w->recorder)
        recorder_after(w->recorder, t);
    return p;
}

/* An operation that nobody else can notice has failed. Its failing ends the path, though, and what others could do before
 * must be explored: the thread waits with it for its turn. What reports a fault has not changed anything. */
static void put_off(struct world *w, struct thread *t)
{
    if (t->op.kind == OP_FAULT || w->setup)
        return;
    w->faulted = false;
    if (w->recorder)
        recorder_forget(w->recorder, t);
}

/* The engine has crashed on memory that a thread named. */
static void give_up(struct world *w, struct thread *t)
{
    if (!decided && w->recorder)
        recorder_forget(w->recorder, t);
    if (decided || w->setup || !is_visible(w, t))
        mz__semantics[OP_FAULT]->perform(t, &t->op, 0);
    world_parked(t);
}

/* What a function of strings touches is measured before it is announced. If others have changed the strings meanwhile, it is pending once
 * more, as what it has become: who shares that is asked now. By then it has read more than its operation named, too: no step is foreseen
 * from that. */
static void measured_anew(struct world *w, struct thread *t)
{
    if (w->setup || !(op_is_access(t->op.kind) || t->op.kind == OP_LIBCALL))
        return;
    w->foresight.learning = false;
    is_visible(w, t);
    if (w->race.concerned && w->race.mode != WIRE_RACE_OFF)
        race_arrived(w, t);
}

/* The program's own image is always there. */
static inline bool surely_there(const struct op *op)
{
    return op->addr - mz__hot.segment_lo < mz__hot.segment_size;
}

/* Perform and run on until something is visible, or the step is paused. Whether an operation can be performed is asked even if it is
 * visible: what it names may not be memory at all, and here that is the program's fault. */
static void run_until_visible(struct world *w, struct thread *t, unsigned choice)
{
    for (;; choice = 0) {
        bool clocks = w->race.clocks && !w->setup, accesses = decided || w->race.concerned;
        if (decided && w->atomic_functions && !t->atomic) {
            if (!atomic_names_decided(t))
                return;
            if (t->atomic)
                race_section(w, t, OP_ATOMIC_BEGIN);
        }
        struct op before;
        if (clocks)
            before = t->op;
        enum performed p = perform(w, t, choice);
        if (p == PERFORM_FAULT && !decided)
            put_off(w, t);
        else if (clocks)
            race_performed(w, t, &before, p, accesses);
        decided = false;
        if (p != PERFORM_RESUME || w->faulted) {
            if (p == PERFORM_PENDING)
                measured_anew(w, t);
            return;
        }
        if (w->recorder && recorder_has_enough(w->recorder))
            set_ownership_patterns(w, t);
        struct written written = written_now(&t->op);
        if (w->leash_due)
            batched_steps_begin(w, t);
        mz__stepping.guarded = false;
        resume(t);
        mz__stepping.guarded = true;
        if (w->faulted)
            return;
        if (w->recorder)
            recorder_arrived(w->recorder, t);
        complete_op(t, &written);
        bool visible = w->setup ? false : is_visible(w, t);
        if (mz__hot.budget > 0)
            mz__hot.budget--;
        else if (!w->setup && !visible && !unwinds(&t->op))
            visible = spinning_look(w, t);
        if (w->race.concerned && w->race.mode != WIRE_RACE_OFF)
            race_arrived(w, t);
        if (w->faulted || (visible && surely_there(&t->op)) || !world_lone_successor(t) || visible)
            return;
        if (w->setup && (t->op.kind == OP_CREATE || t->op.kind == OP_PROCESS_EXIT))
            return;
        if (mz__hot.may_make > 0)
            batched_steps_pass(t);
    }
}

/* A thread that joins another one will know what that one does, and knows what it has done when it has ended. */
static void settle_weak(struct world *w, struct thread *t)
{
    threadset going = w->live;
    THREADSET_EACH(u, w->live) {
        const struct op *op = &w->thread[u].op;
        enum joining now = op->kind == OP_JOIN ? joining(w, u) : JOINING_NOT;
        if (now == JOINING_WAITS)
            going &= ~threadset_of(u);
        else if (now == JOINING_ENDED)
            weak_world_learn(u, op->addr);
    }
    race_settle(w, t, going);
}

static void run_on(struct world *w, struct thread *t, unsigned choice)
{
    bool notes = mz__world.config.atomic_orders;
    if (notes)
        program_order_begins(&t->op);
    run_until_visible(w, t, choice);
    if (notes)
        program_order_stops(&t->op);
    t->op.yields = w->busy.yields;
    dead_parked(t);
    world_parked(t);
    waits_parked(w, t);
    if (w->weak)
        settle_weak(w, t);
}

static void get_ready(struct world *w, struct thread *t)
{
    world_touch(t);
    set_ownership_patterns(w, t);
    mz__stepping.thread = t;
}

static void start_running(struct world *w, struct thread *t)
{
    get_ready(w, t);
    spinning_begin(w);
    w->busy.yields = 0;
    if (w->looking)
        spinning_stop_looking(w);
    decided = true;
}

/* Under --visible=all and --track the start of a thread is a step of its own; else new threads run to their first visible operation
 * as part of the step that created them. */
static void run_newborn(struct world *w)
{
    while (threadset_any(w->newborn) && !w->faulted && !w->paused && w->end == LTS_RUNNING) {
        struct thread *t = &w->thread[threadset_first(w->newborn)];
        w->newborn = threadset_rest(w->newborn);
        if (is_visible(w, t))
            continue;
        start_running(w, t);
        run_on(w, t, 0);
    }
}

/* A pause took the state in: what others have done since may concern the operation. */
static void run_on_after_pause(struct world *w, struct thread *t)
{
    decided = false;
    if (!is_visible(w, t))
        run_on(w, t, 0);
    else if (w->race.mode != WIRE_RACE_OFF)
        race_arrived(w, t);
}

static void run_guarded(struct world *w, struct thread *t, unsigned choice, bool begins)
{
    bool crashed = mz__checkpoint(&mz__stepping.escape) != 0;
    mz__stepping.guarded = true;
    if (crashed)
        give_up(w, mz__stepping.thread);
    else if (begins)
        run_on(w, t, choice);
    else
        run_on_after_pause(w, t);
    run_newborn(w);
    mz__stepping.guarded = false;
    mz__hot.running = mz__hot.inside = NULL;
}

void run_step(struct world *w, struct thread *t, unsigned choice)
{
    if (w->doomed) {
        w->faulted = true;
        return;
    }
    start_running(w, t);
    run_guarded(w, t, choice, true);
}

void run_go_on(struct world *w)
{
    struct thread *t = w->paused;
    w->paused = NULL;
    get_ready(w, t);
    run_guarded(w, t, 0, false);
}
