/* order.c - see order.h: one rule for each kind of operation.
 *
 * Atomics follow C17: a store that is no release starts from what the thread's last release fence knew, and goes on with the thread's
 * own release sequence (release_sequences.h); a load that is no acquire leaves what it read for the thread's next acquire fence.
 */
#include "model/op_columns.h"
#include "world/race/deed_labels.h"
#include "world/race/message_order.h"
#include "world/race/order.h"
#include "world/race/release_sequences.h"
#include "world/orders/weak_world.h"
#include "world/world.h"

/* A place that is no address, as ORDER_OUTSIDE is none. */
enum { SECTION = 1 }; /* mz_atomic_begin: one lock for all */
#define BLOCK(addr) ((addr) | (uint64_t)1 << 62) /* of the heap */
#define SLEEPERS(addr) ((addr) | (uint64_t)1 << 63) /* who sleeps at an address, beside what is stored there */

struct event {
    const struct op *op;    /* as it was before */
    struct outcome   outcome;
    tid              t;
    bool             done;  /* it has succeeded */
    bool             elsewhere; /* it does not return from its call, but goes on in a handler. Known of what is performed, not foreseen */
    tid              born;
    threadset        inside;
    uint64_t result;  /* what the call returns */
    uint64_t freed;   /* of an operation of the heap: where it is kept what was freed last; 0: nowhere */
};

/* ---- what is learnt and told: where memory is weak, views go with clocks ---------------------------------------------- */

static void learn(tid t, uint64_t key)
{
    clocks_acquire(t, key);
    if (mz__world.weak)
        weak_world_learn(t, key);
}

static void tell(tid t, uint64_t key)
{
    clocks_release(t, key);
    if (mz__world.weak)
        weak_world_tell(t, key, false);
}

/* By what has a lock of its own, perhaps. */
static void pass(const struct event *e, uint64_t key)
{
    clocks_acquire(e->t, key);
    clocks_release(e->t, key);
    if (mz__world.weak) {
        weak_world_learn_outside(e->t, key, e->op->pc);
        weak_world_tell(e->t, key, false);
    }
}

/* ---- atomics ------------------------------------------------------------------------------------------------------ */

static void load_as(tid t, struct place *p, unsigned memory_order)
{
    struct clocks *c = &mz__clocks;
    clock_join(order_acquires(memory_order) ? &c->now[t] : &c->read[t], &p->clock);
}

static void load(const struct event *e)
{
    load_as(e->t, clocks_place(e->op->addr), e->op->order);
}

static void store(const struct event *e)
{
    struct clocks *c = &mz__clocks;
    struct place *p = clocks_place(e->op->addr);
    tid t = e->t;
    if (order_releases(e->op->order)) {
        sequences_store(p, t, &c->now[t]);
        clocks_tick(t);
    } else if (sequences_store_relaxed(p, t, &c->released[t]) && mz__world.race.level == RACE_ORDERED) {
        mz__world.sharing.grown = true;
    }
}

/* It goes on with the release sequences that it finds. */
static void update(const struct event *e)
{
    struct clocks *c = &mz__clocks;
    struct place *p = clocks_place(e->op->addr);
    bool releases = order_releases(e->op->order);
    load_as(e->t, p, e->op->order);
    sequences_update(p, e->t, releases ? &c->now[e->t] : &c->released[e->t]);
    if (releases)
        clocks_tick(e->t);
}

bool order_tells(tid t, const struct op *op)
{
    bool fenced = mz__deeds ? threadset_has(mz__clocks.fenced, t) : clock_shows_any(&mz__clocks.released[t]);
    return order_releases(op->order) || fenced;
}

static void compare_exchange(const struct event *e)
{
    if (e->outcome.exchanged)
        update(e);
    else
        load_as(e->t, clocks_place(e->op->addr), e->op->detail >> 4);
}

/* Whether an update tells anything is asked of the state, and must not depend on how that was come to. */
static void note_fence(tid t)
{
    struct clocks *c = &mz__clocks;
    if (mz__world.race.wanted == RACE_LABELLED && !threadset_has(c->fenced, t))
        mz__world.sharing.grown = true;
    c->fenced |= threadset_of(t);
}

static void fence(const struct event *e)
{
    struct clocks *c = &mz__clocks;
    tid t = e->t;
    if (mz__world.weak)
        weak_world_fence(t, e->op);
    if (order_acquires(e->op->order))
        clock_join(&c->now[t], &c->read[t]);
    if (order_releases(e->op->order)) {
        note_fence(t);
        clock_assign(&c->released[t], &c->now[t]);
        clocks_tick(t);
    }
}

/* Operations that the machine does not know (weak_world.h): as if all of it acquired and released. That orders too
 * much, and not too little. */
static void by_memory(const struct event *e)
{
    const struct op *op = e->op;
    if (op->order == OP_ORDER_LIBC || !sharing_is_shared(op->addr, op->size))
        return;
    weak_world_learn(e->t, op->addr);
    if (op->kind != OP_ATOMIC_LOAD)
        weak_world_tell(e->t, op->addr, false);
}

/* ---- threads, locks ------------------------------------------------------------------------------------------------ */

static void create(const struct event *e)
{
    if (e->outcome.how != PERFORM_RESUME)
        return;
    if (!mz__deeds)
        sequences_leave(e->born); /* of whoever had the number before */
    clocks_create(e->t, e->born);
    if (mz__world.weak)
        weak_world_born(e->t, e->born);
}

static void release(const struct event *e) { tell(e->t, e->op->addr); }
static void acquire(const struct event *e) { learn(e->t, e->op->addr); }

/* Others look at the object by atomic loads, too (weak_world_publish). */
static void publish(const struct event *e)
{
    const struct op store = {.kind = OP_ATOMIC_STORE, .order = __ATOMIC_RELEASE};
    if (e->op->arg[0] && mz__weak_step.taken)
        message_order_performed(e->t, &store);
}

static void acquire_if_done(const struct event *e)
{
    if (e->done)
        acquire(e);
}

/* An unlock of what somebody else holds only says so. */
static void release_if_done(const struct event *e)
{
    if (e->done)
        release(e);
}

/* Everything that anybody has done comes before. (A number that was used again goes on counting.) */
static void after_all(const struct event *e)
{
    struct clocks *c = &mz__clocks;
    if (mz__deeds) {
        clock_deed(DEED_ALL, e->t, NULL, NULL);
        return;
    }
    for (tid u = 0; u < c->size; u++)
        clock_join(&c->now[e->t], &c->now[u]);
    if (mz__world.weak)
        weak_world_learn_all();
}

/* The last thread to end goes on, with the handlers of atexit, after all others. */
static void end(const struct event *e)
{
    clocks_release(e->t, e->op->addr);
    if (mz__world.weak) {
        weak_world_tell(e->t, e->op->addr, true); /* whoever had this record before is nobody's business any more */
        weak_world_ended(e->t);
    }
    if (e->outcome.how == PERFORM_RESUME)
        after_all(e);
    else
        sequences_leave(e->t);
}

/* Readers are ordered after writers and writers after all: what readers release goes beside. */
static void unlock_shared(const struct event *e)
{
    struct place *p = clocks_place(e->op->addr);
    bool writer = p->writer == e->t + 1;
    if (writer)
        clocks_set_writer(p, 0);
    tell(e->t, writer ? e->op->addr : e->op->addr + 1);
}

static void lock_exclusive(const struct event *e)
{
    if (!e->done)
        return;
    acquire(e);
    learn(e->t, e->op->addr + 1);
    clocks_set_writer(clocks_place(e->op->addr), e->t + 1);
}

/* Threads that leave know what was known when the round was complete, not what others have brought to the next one
 * since. */
static void arrive(const struct event *e)
{
    uint64_t key = e->op->addr;
    tell(e->t, key);
    if (e->outcome.succeeded) /* not the last one, which is told so */
        return;
    clock_assign(&clocks_place(key + 1)->clock, &clocks_place(key)->clock);
    clock_clear(&clocks_place(key)->clock);
    if (mz__world.weak)
        weak_world_hand_over(key, key + 1);
}

static void leave(const struct event *e)
{
    learn(e->t, e->op->addr + 1);
}

static void wait(const struct event *e)
{
    if (e->outcome.how == PERFORM_PENDING)
        tell(e->t, e->op->addr2);
}

/* Order by a wait that has given up its mutex: a signal, too, orders those whom it wakes. After a time-out it names no condition variable
 * any more. */
static void wake(const struct event *e)
{
    if (e->outcome.how != PERFORM_RESUME)
        return;
    if (e->op->size)
        acquire(e);
    learn(e->t, e->op->addr2);
}

/* It is a load of the last value where memory is weak. */
static bool look(const struct event *e)
{
    struct op load = *e->op;
    load.kind = OP_ATOMIC_LOAD;
    load.order = __ATOMIC_ACQUIRE;
    weak_world_look(e->t, &load);
    if (mz__weak_step.taken)
        message_order_performed(e->t, &load);
    return mz__weak_step.taken;
}

/* The comparison is a load, and counts as one that acquires. Whoever is woken knows what its waker knew; the value is the business of
 * those who store and load it, and to notify of an atomic orders nobody who only loads it. The system call also tells the waker that
 * somebody was asleep. */
static void futex_wait(const struct event *e)
{
    if (!mz__world.weak || !look(e))
        acquire(e);
    if (e->op->detail & FUTEX_SYSTEM_CALL && e->outcome.how == PERFORM_PENDING)
        tell(e->t, SLEEPERS(e->op->addr));
}

static void futex_sleep(const struct event *e)
{
    if (e->done)
        learn(e->t, SLEEPERS(e->op->arg[0]));
}

static void futex_wake(const struct event *e)
{
    if (e->op->detail & FUTEX_SYSTEM_CALL)
        learn(e->t, SLEEPERS(e->op->addr));
    tell(e->t, SLEEPERS(e->op->addr));
}

/* A signal that was sent and blocked is taken by a handler as it is by sigwait. The second object is where it was sent to. */
static void unblock(const struct event *e)
{
    if (e->elsewhere)
        learn(e->t, e->op->addr2);
}

/* ---- the rest ------------------------------------------------------------------------------------------------------ */

/* A view goes with the block itself: from whoever frees it to whoever gets it next. */
static void blocks(const struct event *e)
{
    const struct op *op = e->op;
    if (op->kind == OP_FREE || op->kind == OP_REALLOC)
        weak_world_tell(e->t, BLOCK(op->addr), true);
    if (op->kind != OP_MPROTECT) {
        weak_world_written(op->addr, op->size);
        weak_world_written(op->addr2, op->size2);
    }
    if (op->kind == OP_MALLOC || op->kind == OP_REALLOC)
        weak_world_learn(e->t, BLOCK(e->result));
}

/* Memory that is freed and allocated again goes by the allocator's records: of free and realloc they are the second object, behind the
 * block itself. So does what is unmapped and mapped again; a call that fails has none. */
static void heap(const struct event *e)
{
    const struct op *op = e->op;
    if (op->size == 0)
        return;
    bool second = op->kind != OP_MALLOC && op->kind != OP_MMAP && op->size2;
    uint64_t record = second ? op->addr2 : op->addr, end = record + (second ? op->size2 : 1);
    for (uint64_t at = record; at < end; at += sizeof(uint64_t))
        clocks_acquire(e->t, at);
    for (uint64_t at = record; at < end; at += sizeof(uint64_t))
        clocks_release(e->t, at);
    if (e->freed) {
        clocks_acquire(e->t, e->freed);
        clocks_release(e->t, e->freed);
    }
    if (mz__world.weak)
        blocks(e);
}

/* A thread that waits inside a section lets others into theirs, and goes on after them. */
static void enter_section(const struct event *e)
{
    learn(e->t, SECTION);
    THREADSET_EACH(u, e->inside & ~threadset_of(e->t)) {
        clock_join(&mz__clocks.now[e->t], &mz__clocks.now[u]);
        clocks_tick(u);
        if (mz__world.weak)
            weak_world_learn_thread(e->t, u);
    }
}

static void leave_section(const struct event *e)
{
    tell(e->t, SECTION);
}

static void nothing(const struct event *e)
{
    (void)e;
}

/* A thread that makes a key, or comes to code without hooks, may learn of all who did before. What such code does nobody knows; it may well
 * synchronize. Better a race too few than a false alarm. */
static void use(const struct event *e)
{
    pass(e, e->op->addr);
}

/* The kernel has a lock for each pipe, and all operations on one go by it: whoever does anything to a channel knows what all did who
 * came before, whether there was something to read or not. First or second may be all descriptors: that says the same. */
static void channels(const struct event *e)
{
    const struct op *op = e->op;
    for (uint64_t at = op->addr; at < op->addr + op->size; at += CHANNEL_STRIDE) {
        learn(e->t, at);
        tell(e->t, at);
    }
    for (uint64_t at = op->addr2; op->kind != OP_CHANNEL_WRITE && at < op->addr2 + op->size2; at += CHANNEL_STRIDE) {
        learn(e->t, at);
        tell(e->t, at);
    }
}

/* poll takes no lock of what it looks at: it learns what those did who wrote there, and nobody learns of it. */
static void polls(const struct event *e)
{
    for (uint64_t at = e->op->addr; at < e->op->addr + e->op->size; at += CHANNEL_STRIDE)
        learn(e->t, at);
}

/* State of a library, which has locks of its own for it. What it touches of the program's memory are accesses like all others. */
static void library(const struct event *e)
{
    const struct op *op = e->op;
    if (op->size && order_is_a_librarys(op, op->addr))
        use(e);
    if (op->size2 && order_is_a_librarys(op, op->addr2)) {
        pass(e, op->addr2);
    }
}

/* Every kind has one. */
static void (*const rules[OP_KINDS])(const struct event *) = {
#define OP(kind, orders, first, second, lock, waiting, sentence, flags) [OP_##kind] = orders,
    OP_COLUMNS(OP)
#undef OP
};

bool order_indifferent(const struct op *op)
{
    return rules[op->kind] == nothing;
}

void order_performed(const struct thread *thread, const struct op *op, struct outcome outcome, tid born, threadset inside)
{
    const struct semantics *s = mz__semantics[op->kind];
    bool done = outcome.how == PERFORM_RESUME && outcome.succeeded;
    struct event e = {op, outcome, thread->number, done, thread->resume_at != 0, born, inside, thread->result[0], 0};
    struct access also[SEMANTICS_ALSO];
    if (mz__world.config.reuse && op_of_heap(op->kind) && s->also_touches(thread, op, also) > 0)
        e.freed = also[0].addr;
    if (s && s->also_reads)
        learn(e.t, s->also_reads(thread));
    if (thread->atomic)
        learn(e.t, SECTION); /* it may have waited */
    bool atomic = op->kind >= OP_ATOMIC_LOAD && op->kind <= OP_ATOMIC_CAS;
    if (mz__world.weak && atomic && mz__weak_step.taken) {
        message_order_performed(e.t, op);
        return;
    }
    if (mz__world.weak && atomic)
        by_memory(&e);
    if (mz__world.weak && op->kind == OP_GUARD_DONE)
        publish(&e);
    rules[op->kind](&e);
}
