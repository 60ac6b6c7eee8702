/* dependences.c - the clause depend: which tasks of one parent wait for each other. */
#include "omp/tasks.h"

/* Two forms: {n, outs, address...}, of which the first `outs` are out or inout; and {0, n, outs, mutexinoutsets, ins, address...}, whose
 * rest are dependence objects: {address, kind}. */
unsigned depend_count(void *const *depend)
{
    return !depend ? 0 : (unsigned)(uintptr_t)(depend[0] ? depend[0] : depend[1]);
}

static struct dependence object(void *const *depobj)
{
    uintptr_t kind = (uintptr_t)depobj[1];
    if (kind < DEPEND_IN || kind > DEPEND_MUTEXINOUTSET)
        mz_refuse("a dependence of this kind");
    return (struct dependence){depobj[0], (enum dependence_kind)kind};
}

static struct dependence long_form(void *const *depend, uintptr_t i)
{
    uintptr_t outs = (uintptr_t)depend[2], sets = outs + (uintptr_t)depend[3], ins = sets + (uintptr_t)depend[4];
    if (i >= ins)
        return object(depend[5 + i]);
    return (struct dependence){depend[5 + i], i < outs ? DEPEND_INOUT : i < sets ? DEPEND_MUTEXINOUTSET : DEPEND_IN};
}

void depend_read(struct dependence *to, void *const *depend)
{
    unsigned count = depend_count(depend);
    for (unsigned i = 0; i < count; i++)
        to[i] = !depend[0] ? long_form(depend, i)
                           : (struct dependence){depend[2 + i], i < (uintptr_t)depend[1] ? DEPEND_INOUT : DEPEND_IN};
}

bool depend_conflict(const struct task *earlier, const struct task *task)
{
    for (unsigned i = 0; i < earlier->depends; i++) {
        for (unsigned j = 0; j < task->depends; j++) {
            enum dependence_kind a = earlier->depend[i].kind, b = task->depend[j].kind;
            if (earlier->depend[i].address != task->depend[j].address || (a == DEPEND_IN && b == DEPEND_IN))
                continue;
            if (a != DEPEND_MUTEXINOUTSET || b != DEPEND_MUTEXINOUTSET || earlier->running)
                return true;
        }
    }
    return false;
}
