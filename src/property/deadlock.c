/* deadlock.c - somebody is alive and nobody can move.
 *
 * The text names each waiting thread with its operation; what it waits for and who holds that is known to the world, which
 * can look at the state when the fault is reported. Where one of them waits for a signal, that could come from outside: it is no
 * deadlock, but what would follow is not explored.
 */
#include "property/deadlock.h"

#include "base/text.h"

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
        const char *name = op_info[l->next(l->self, t)->kind].name;
        used += text_format(out->text + used, sizeof out->text - used, "%sthread %u waits in %s", used ? ", " : "", t, name);
    }
    return used;
}

void deadlock_in_vain(const struct lts *l, threadset waiting, struct fault *out)
{
    tid first = threadset_first(waiting);
    const struct op *op = l->next(l->self, first);
    *out = (struct fault){
        .kind = FAULT_DEADLOCK, .thread = first, .pc = op->pc, .addr = op->addr, .threads = waiting, .code = DEADLOCK_IN_VAIN};
    size_t used = describe_waits(l, waiting, out);
    text_format(out->text + used, sizeof out->text - used, " for ever, while others only time out");
}

void deadlock_describe(const struct lts *l, struct fault *out)
{
    threadset live = l->live(l->self);
    tid first = threadset_first(live);
    const struct op *op = l->next(l->self, first);
    *out = (struct fault){.kind = FAULT_DEADLOCK, .thread = first, .pc = op->pc, .addr = op->addr, .threads = live};
    if (waits_for_signal(l, live, &first)) {
        out->kind = FAULT_REFUSED;
        out->thread = first;
        out->pc = l->next(l->self, first)->pc;
        text_format(out->text, sizeof out->text, "all threads wait, thread %u for a signal: signals from outside are not supported", first);
        return;
    }
    describe_waits(l, live, out);
}
