/* deadlock.c - somebody is alive and nobody can move.
 *
 * The text names each waiting thread with its operation; what it waits for and who holds that is known to the world, which
 * can look at the state when the fault is reported.
 */
#include "property/deadlock.h"

#include "base/text.h"

void deadlock_describe(const struct lts *l, struct fault *out)
{
    threadset live = l->live(l->self);
    tid first = threadset_first(live);
    const struct op *op = l->next(l->self, first);
    *out = (struct fault){.kind = FAULT_DEADLOCK, .thread = first, .pc = op->pc, .addr = op->addr, .threads = live};
    size_t used = 0;
    THREADSET_EACH(t, live) {
        const char *name = op_info[l->next(l->self, t)->kind].name;
        used += text_format(out->text + used, sizeof out->text - used, "%sthread %u waits in %s", used ? ", " : "", t, name);
    }
}
