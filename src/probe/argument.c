/* argument.c - see argument.h. */
#include "probe/argument.h"

#include <string.h>

#include "world/memory/data_ranges.h"
#include "world/world.h"

/* In the program's own image, and not among what can be written there. */
bool argument_is_constant(const void *object)
{
    uint64_t addr = (uint64_t)object;
    return addr - ARENA_LO >= mz__hot.arena_size && layout_segment(addr) && !data_ranges_find(addr);
}

static enum performed measure(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    announced_from(op);
    t->result[0] = strlen((const char *)op->arg[0]) + 1;
    return PERFORM_RESUME;
}

uint64_t argument_text_size(uint64_t pc, const char *s)
{
    return announce_call_from(pc, measure, (uint64_t)s, 0, 0);
}

/* While the thread waits for its turn others may make it longer. */
uint64_t argument_text(uint64_t pc, const char *s)
{
    if (!s || argument_is_constant(s))
        return 0;
    for (uint64_t bytes = argument_text_size(pc, s), now;; bytes = now) {
        announce_read_from(pc, s, bytes);
        now = strlen(s) + 1;
        if (now <= bytes)
            return now;
    }
}

/* What lies behind it, up to where the frame goes on, is part of the state, too. */
const char *argument_copy(char *to, const char *s, uint64_t bytes)
{
    memcpy(to, s, bytes);
    memset(to + bytes, 0, ARGUMENT_PAD);
    return to;
}
