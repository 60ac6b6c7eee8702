/* early.c - see early.h. One thread runs before the engine does; if there are more, they are libc's, and the program is refused later. */
#include "probe/early.h"

#include "probe/probe.h"
#include "world/stand_ins.h"

enum { MOST_EARLY = 256 };

static struct {
    struct made {
        enum early_kind kind;
        uint64_t object, operand;
    } made[MOST_EARLY];
    unsigned count;
    bool     over, full;
} early;

static struct made *find(enum early_kind kind, uint64_t object)
{
    for (unsigned i = 0; i < early.count; i++)
        if (early.made[i].kind == kind && early.made[i].object == object)
            return &early.made[i];
    return NULL;
}

void early_made(enum early_kind kind, uint64_t object, uint64_t operand)
{
    if (early.over)
        return;
    struct made *m = find(kind, object);
    early.full |= !m && early.count == MOST_EARLY;
    if (!m && !early.full)
        m = &early.made[early.count++];
    if (m)
        *m = (struct made){kind, object, operand};
}

void early_gone(enum early_kind kind, uint64_t object)
{
    struct made *m = early.over ? NULL : find(kind, object);
    if (m)
        m->kind = EARLY_NOTHING;
}

/* Objects of the system's libraries stay theirs. */
bool boot_take_early(void)
{
    early.over = true;
    for (unsigned i = 0; i < early.count; i++) {
        const struct made *m = &early.made[i];
        if (m->kind == EARLY_KEY)
            early_key(m->object, m->operand);
        else if (m->kind == EARLY_SEMAPHORE && probe_object_is_ours(m->object))
            early_semaphore(m->object);
        else if (m->kind == EARLY_BARRIER && probe_object_is_ours(m->object))
            early_barrier(m->object, m->operand);
    }
    return !early.full;
}
