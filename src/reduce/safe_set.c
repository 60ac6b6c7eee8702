/* safe_set.c - see safe_set.h. */
#include "reduce/safe_set.h"

#include "model/op_columns.h"

/* Somebody waits, and be it in vain: whether others do nothing but poll is seen where all of them do (lost_wakeups.c). Who waits for
 * the end of another does not count there. */
static bool somebody_waits(const struct lts *l, threadset enabled)
{
    THREADSET_EACH(t, l->live(l->self) & ~enabled)
        if (l->next(l->self, t)->kind != OP_JOIN)
            return true;
    return false;
}

/* A failed assertion and the like are not safe: they end the path, and what others can do before has to be explored. */
static bool invisible(const struct lts *l, threadset enabled, tid t)
{
    struct access access[LTS_MAX_TOUCHES];
    enum op_kind kind = l->next(l->self, t)->kind;
    if (lts_is_invisible(l, t))
        return true;
    return op_has(kind, OP_SAFE) && lts_touches(l, t, access) == 0 && !(op_has(kind, OP_POLLS) && somebody_waits(l, enabled));
}

/* It accesses what nobody else will access before it does, or reads what nobody will write: now or later is the same, whatever others
 * do. Not so where the end of the process looks at all memory. That t itself may access it is a check of what the analysis has found. */
bool is_last_access(const struct lts *l, tid t)
{
    struct access access[LTS_MAX_TOUCHES];
    enum op_kind kind = l->next(l->self, t)->kind;
    if (!l->foresight || l->end_looks || kind < OP_READ || kind > OP_ATOMIC_CAS || l->outcomes(l->self, t) != 1)
        return false;
    int count = lts_touches(l, t, access);
    for (int i = 0; i < count; i++) {
        struct access any = {access[i].addr, access[i].size, WAY_WRITES};
        if (!lts_thread_may_access(l, t, t, &any) || lts_others_may_access(l, t, &access[i]))
            return false;
    }
    return count > 0;
}

threadset safe_set(const struct lts *l, threadset enabled, threadset candidates, bool future)
{
    THREADSET_EACH(t, enabled & candidates)
        if (invisible(l, enabled, t) || (future && is_last_access(l, t)))
            return threadset_of(t);
    return enabled;
}
