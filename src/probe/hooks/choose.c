/* choose.c - include/mazurka.h: choices, assumptions, atomic sections. */
#include "mazurka.h"

#include "probe/libc.h"
#include "world/life.h"

enum { MOST_CHOICES = 65535 };

static bool valid(const struct op *op)
{
    return op->arg[0] >= 1 && op->arg[0] <= MOST_CHOICES;
}

static unsigned choose_outcomes(const struct thread *t, const struct op *op)
{
    (void)t;
    return valid(op) ? (unsigned)op->arg[0] : 1;
}

static enum performed choose_perform(struct thread *t, struct op *op, unsigned choice)
{
    if (!valid(op))
        return world_report(t, FAULT_MISUSE, 0, 0, "mz_choose(%d): the number of choices must be from 1 to %d",
                            (int)op->arg[0], MOST_CHOICES);
    t->result[0] = choice;
    return PERFORM_RESUME;
}

static enum performed assume_perform(struct thread *t, struct op *op, unsigned choice)
{
    (void)op, (void)choice;
    return world_assumed_away(t);
}

/* A thread that is in a section already waits for something in it: the one that enters now goes first, and to
 * its end. */
enum { TURN = 16, MOST_NESTED = (1 << TURN) - 1 };

static uint32_t next_turn(void)
{
    uint32_t last = 0;
    THREADSET_EACH(u, mz__world.live) {
        uint32_t turn = mz__world.thread[u].atomic >> TURN;
        last = turn > last ? turn : last;
    }
    return last + 1;
}

static enum performed atomic_begin_perform(struct thread *t, struct op *op, unsigned choice)
{
    (void)op, (void)choice;
    if ((t->atomic & MOST_NESTED) == MOST_NESTED || next_turn() > MOST_NESTED)
        return world_report(t, FAULT_REFUSED, 0, 0, "atomic sections that are nested so deep are not supported");
    if (t->atomic == 0)
        t->atomic = next_turn() << TURN;
    t->atomic++;
    return PERFORM_RESUME;
}

static enum performed atomic_end_perform(struct thread *t, struct op *op, unsigned choice)
{
    (void)op, (void)choice;
    if (t->atomic == 0)
        return world_report(t, FAULT_MISUSE, 0, 0, "mz_atomic_end without mz_atomic_begin");
    if ((--t->atomic & (((uint32_t)1 << TURN) - 1)) == 0)
        t->atomic = 0;
    return PERFORM_RESUME;
}

/* Can it go on, and not only for no reason? */
static bool goes_on(const struct thread *t)
{
    const struct semantics *s = mz__semantics[t->op.kind];
    bool spurious = s && s->idle && s->idle(t, &t->op) == IDLE_SPURIOUS;
    return world_enabled_thread(t) && !threadset_has(mz__world.busy.waiting, t->number) && !spurious;
}

/* The first of several that await each other goes on. */
static bool await_others_enabled(const struct thread *t, const struct op *op)
{
    (void)op;
    THREADSET_EACH(u, mz__world.live & ~threadset_of(t->number)) {
        const struct thread *other = &mz__world.thread[u];
        if (other->op.kind == OP_AWAIT_OTHERS ? u < t->number : goes_on(other))
            return false;
    }
    return true;
}

static enum performed await_others_perform(struct thread *t, struct op *op, unsigned choice)
{
    (void)op, (void)choice;
    t->result[0] = threadset_size(mz__world.live) - 1;
    world_outlive(t);
    return PERFORM_RESUME;
}

const struct semantics await_others_semantics = {.enabled = await_others_enabled, .perform = await_others_perform};
const struct semantics choose_semantics = {.outcomes = choose_outcomes, .perform = choose_perform};
const struct semantics assume_semantics = {.perform = assume_perform};
const struct semantics atomic_begin_semantics = {.perform = atomic_begin_perform};
const struct semantics atomic_end_semantics = {.perform = atomic_end_perform};

/* Before the program has started (constructors of libraries) there is nothing to choose from. */

EXPORT int mz_choose(int n)
{
    return probe_active(NULL) ? mz__announce_int(OP_CHOOSE, NULL, 0, (uint64_t)(int64_t)n, 0, 0) : 0;
}

EXPORT void mz_assume(int condition)
{
    if (!condition && probe_active(NULL))
        mz__announce(OP_ASSUME, NULL, 0, 0, 0, 0);
}

EXPORT void mz_atomic_begin(void)
{
    if (probe_active(NULL))
        mz__announce(OP_ATOMIC_BEGIN, NULL, 0, 0, 0, 0);
}

EXPORT void mz_atomic_end(void)
{
    if (probe_active(NULL))
        mz__announce(OP_ATOMIC_END, NULL, 0, 0, 0, 0);
}

EXPORT void mz_yield(void)
{
    if (probe_active(NULL))
        mz__announce(OP_YIELD, NULL, 0, 0, 0, 0);
}

EXPORT int mz_await_others(void)
{
    return probe_active(NULL) ? mz__announce_int(OP_AWAIT_OTHERS, NULL, 0, 0, 0, 0) : 0;
}

EXPORT void mz_fail(const char *expression, const char *file, int line, const char *function)
{
    if (probe_active(NULL))
        mz__announce(OP_FAULT | ANNOUNCE_DETAIL(FAULT_ASSERTION), expression, 0, (uint64_t)file, (uint64_t)(unsigned)line,
                     (uint64_t)function);
}
