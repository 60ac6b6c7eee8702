/* safe_set.c - see safe_set.h. */
#include "reduce/safe_set.h"

#include "model/op_columns.h"

/* A failed assertion and the like are not safe: they end the path, and what others can do before has to be explored. */
static bool invisible(const struct lts *l, tid t)
{
    struct access access[LTS_MAX_TOUCHES];
    return op_has(l->next(l->self, t)->kind, OP_SAFE) && lts_touches(l, t, access) == 0;
}

threadset safe_set(const struct lts *l, threadset enabled, threadset candidates)
{
    THREADSET_EACH(t, enabled & candidates)
        if (invisible(l, t))
            return threadset_of(t);
    return enabled;
}
