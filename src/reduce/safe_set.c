/* safe_set.c - see safe_set.h. */
#include "reduce/safe_set.h"

#include "model/op_columns.h"

/* Somebody waits, and be it in vain: whether others do nothing but poll is seen where all of them do (search/waiting.c). Who waits for
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
    if (l->invisible && l->invisible(l->self, t))
        return true;
    return op_has(kind, OP_SAFE) && lts_touches(l, t, access) == 0 && !(op_has(kind, OP_POLLS) && somebody_waits(l, enabled));
}

threadset safe_set(const struct lts *l, threadset enabled, threadset candidates)
{
    THREADSET_EACH(t, enabled & candidates)
        if (invisible(l, enabled, t))
            return threadset_of(t);
    return enabled;
}
