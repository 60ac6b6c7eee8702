/* safe_set.c - see safe_set.h. */
#include "reduce/safe_set.h"

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
    switch (l->next(l->self, t)->kind) {
    case OP_YIELD:
    case OP_SLEEP: return lts_touches(l, t, access) == 0 && !somebody_waits(l, enabled);
    case OP_PAUSE:
    case OP_CHOOSE: return lts_touches(l, t, access) == 0;
    default: return false;
    }
}

threadset safe_set(const struct lts *l, threadset enabled, threadset candidates)
{
    THREADSET_EACH(t, enabled & candidates)
        if (invisible(l, enabled, t))
            return threadset_of(t);
    return enabled;
}
