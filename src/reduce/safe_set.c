/* safe_set.c - see safe_set.h. */
#include "reduce/safe_set.h"

/* A failed assertion and the like are not safe: they end the path, and what others can do before has to be explored. */
static bool invisible(const struct lts *l, tid t)
{
    struct access access[LTS_MAX_TOUCHES];
    switch (l->next(l->self, t)->kind) {
    case OP_YIELD:
    case OP_SLEEP:
    case OP_PAUSE:
    case OP_CHOOSE: return lts_touches(l, t, access) == 0;
    default: return false;
    }
}

threadset safe_set(const struct lts *l, threadset enabled, threadset candidates)
{
    THREADSET_EACH(t, enabled & candidates)
        if (invisible(l, t))
            return threadset_of(t);
    return enabled;
}
