/* blocks.h - facts about the heap's blocks, by address; implemented by the heap's stand-ins. */
#ifndef MZ_WORLD_BLOCKS_H
#define MZ_WORLD_BLOCKS_H

#include "world/semantics.h"

/* The heap block that holds addr: its start, size and allocation site; zeros when there is none. */
void blocks_describe(uint64_t addr, uint64_t *start, uint64_t *size, uint64_t *pc);

/* The thread's pending operation has to do with memory that it may not use (valid.h): report it. */
enum performed blocks_report(struct thread *t, const struct access *wrong);

/* The program is about to end: report blocks that nothing points to, if there are any. */
bool blocks_leaked(struct thread *t);

/* Used parts of a heap: ranges 0, 1, 2, ... until false; some are empty. */
bool blocks_range(unsigned thread, unsigned index, uint64_t *lo, uint64_t *hi);

/* The same of what a thread has mapped (probe/heap/maps.h). */
bool blocks_map(unsigned thread, unsigned index, uint64_t *lo, uint64_t *hi);

/* Permitted use of the page of an address among maps. ACCESS_NEVER: it is mapped, and could not be used since. */
enum block_access { ACCESS_UNMAPPED, ACCESS_NEVER, ACCESS_NONE, ACCESS_READ, ACCESS_WRITE };
enum block_access blocks_access(uint64_t addr);

/* Memory in use that was given out before the engine had taken over: ranges 0, 1, 2, ... until false. */
bool blocks_early(unsigned index, uint64_t *lo, uint64_t *hi);

/* Can the address be read without a fault? (Segments always; heaps as far as they were grown.) */
bool blocks_mapped(uint64_t addr);

#endif
