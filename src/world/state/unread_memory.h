/* unread_memory.h - memory that tells states apart only where it is read again (lts.h: reading): shared words of the program's static
 * variables. These are used by operations that name them, and by nothing else: all that is shared is visible, also where one thread is left
 * (world.h: matching). The heap is left out, because the allocator looks at what lies there. */
#ifndef MZ_WORLD_STATE_UNREAD_MEMORY_H
#define MZ_WORLD_STATE_UNREAD_MEMORY_H

#include "model/lts.h"
#include "world/hot.h"
#include "world/memory/sharing.h"

static inline bool unread_memory_has(uint64_t word)
{
    uint64_t offset = word - mz__hot.segment_lo;
    return offset < mz__hot.segment_size && sharing_owner(&mz__hot.segment_cells[offset / 8]) == OWN_SHARED;
}

/* Does the operation read no more of such memory than it names? Of what is printed nobody learns but by how long it is. */
bool unread_memory_reads_as_named(const struct op *op);

/* Memory that it may read, of what it may touch: so many ranges (lts.h: reads). */
int unread_memory_reads(const struct op *op, struct access access[LTS_MAX_TOUCHES], int count);

/* As in lts.h, of a struct world. */
struct digest unread_memory_content(void *self, uint64_t addr, uint64_t size);
bool unread_memory_alone(void *self, tid t);

#endif
