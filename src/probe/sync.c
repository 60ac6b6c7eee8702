/* sync.c - the misuse that all synchronization objects share. */
#include "probe/sync.h"

enum performed sync_unusable(struct thread *t, const struct op *op, enum sync_state state, const char *object)
{
    const char *what = op_info[op->kind].name;
    if (state == SYNC_WAS_DESTROYED)
        return world_report(t, FAULT_MISUSE, EINVAL, op->addr, "%s on a %s that was destroyed", what, object);
    if (state == SYNC_IS_COPY)
        return world_report(t, FAULT_MISUSE, EINVAL, op->addr, "%s on a copy of a %s: only the original may be used", what, object);
    return world_report(t, FAULT_MISUSE, EINVAL, op->addr,
                        "%s on a %s that was never initialized, or whose memory was overwritten", what, object);
}

enum performed sync_made_already(struct thread *t, const struct op *op, const char *object)
{
    return world_report(t, FAULT_MISUSE, EBUSY, op->addr, "init of a %s that is initialized already and was not destroyed", object);
}
