/* sync.c - parts that all synchronization objects share: misuse, attributes, deadlines. */
#include "probe/sync/sync.h"

#include <string.h>

#include "probe/argument.h"
#include "probe/time/clock.h"

struct sync_deadline sync_deadline(uint64_t pc, const struct timespec *deadline)
{
    struct timespec t = ARGUMENT(pc, deadline);
    bool valid = t.tv_nsec >= 0 && t.tv_nsec < 1000000000;
    return (struct sync_deadline){valid ? 0 : ANNOUNCE_DETAIL(SYNC_BAD_DEADLINE), clock_until(&t)};
}

int sync_announce_init(uint64_t pc, uint32_t operation, void *object, uint64_t size, const void *attributes, size_t attributes_size)
{
    uint64_t word = 0;
    if (attributes) {
        announce_read_from(pc, attributes, attributes_size);
        memcpy(&word, attributes, attributes_size);
    }
    return (int)announce_from(pc, operation, object, size, word, attributes != NULL, 0);
}

int sync_announce_until(uint64_t pc, uint32_t operation, void *object, uint64_t size, const struct timespec *deadline)
{
    struct sync_deadline d = sync_deadline(pc, deadline);
    return (int)announce_from(pc, operation | d.detail, object, size, d.until, 0, 0);
}

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
