/* sync.c - the misuse that all synchronization objects share. */
#include "probe/sync.h"

enum performed sync_unusable(struct thread *t, const struct op *op, enum sync_state state, const char *object)
{
    const char *what = op_info[op->kind].name;
    if (state == SYNC_WAS_DESTROYED)
        return world_report(t, FAULT_MISUSE, EINVAL, op->addr, "%s on a %s that was destroyed", what, object);
    return world_report(t, FAULT_MISUSE, EINVAL, op->addr,
                        "%s on a %s that was never initialized, or whose memory was overwritten", what, object);
}
