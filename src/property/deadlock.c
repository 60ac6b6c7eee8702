/* deadlock.c - somebody is alive and nobody can move.
 *
 * The text names each waiting thread with its operation; what it waits for and who holds that is known to the world, which
 * can look at the state when the fault is reported. Where one of them waits for a signal, that could come from outside: it is no
 * deadlock, but what would follow is not explored.
 */
#include "property/deadlock.h"

#include "base/text.h"
#include "model/op_columns.h"

static bool waits_for_signal(const struct lts *l, threadset live, tid *who)
{
    THREADSET_EACH(t, live)
        if (l->next(l->self, t)->kind == OP_SIGWAIT) {
            *who = t;
            return true;
        }
    return false;
}

static size_t describe_waits(const struct lts *l, threadset waiting, struct fault *out)
{
    size_t used = 0;
    THREADSET_EACH(t, waiting) {
        const char *name = threadset_has(lts_in_loops(l), t) ? "a loop" : op_call(l->next(l->self, t)->kind);
        used += text_format(out->text + used, sizeof out->text - used, "%sthread %u waits in %s", used ? ", " : "", t, name);
    }
    return used;
}

static void signals_from_outside(const struct lts *l, tid who, const char *others, struct fault *out)
{
    *out = (struct fault){.kind = FAULT_REFUSED, .thread = who, .pc = l->next(l->self, who)->pc};
    text_format(out->text, sizeof out->text, "%s, thread %u for a signal: signals from outside are not supported", others, who);
}

/* A thread that can wake up for no reason can be among them. */
static bool some_time_out(const struct lts *l, threadset threads)
{
    THREADSET_EACH(t, threads) {
        enum op_kind kind = l->next(l->self, t)->kind;
        if (kind != OP_SLEEP && kind != OP_YIELD && kind != OP_WAKE)
            return true;
    }
    return false;
}

static void describe(const struct lts *l, threadset waiting, enum deadlock code, struct fault *out)
{
    tid first = threadset_first(waiting), who;
    const struct op *op = l->next(l->self, first);
    if (waits_for_signal(l, l->live(l->self) & ~l->enabled(l->self), &who)) {
        signals_from_outside(l, who, deadlock_is_partial(code) ? "some threads wait while others only poll" : "all threads wait", out);
        return;
    }
    *out = (struct fault){.kind = FAULT_DEADLOCK, .thread = first, .pc = op->pc, .addr = op->addr, .code = (int)code,
                          .threads = threadset_pack(waiting)};
    size_t used = describe_waits(l, waiting, out);
    text_format(out->text + used, sizeof out->text - used, "%s", deadlock_meaning(out->code));
}

void deadlock_in_vain(const struct lts *l, threadset waiting, struct fault *out)
{
    describe(l, waiting, some_time_out(l, l->enabled(l->self)) ? DEADLOCK_TIME_OUTS : DEADLOCK_POLLS, out);
}

void deadlock_describe(const struct lts *l, struct fault *out)
{
    describe(l, l->live(l->self), threadset_any(lts_in_loops(l)) ? DEADLOCK_LOOPS : DEADLOCK_OF_ALL, out);
}
