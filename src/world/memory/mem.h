/* mem.h - reading and changing the program's memory and the model's own state, so that it can be undone.
 *
 * For the engine and the semantics of operations, on the engine's stack. A wild address given by the program makes the
 * access crash; that is caught and reported as the program's fault at its pending operation.
 */
#ifndef MZ_WORLD_MEMORY_MEM_H
#define MZ_WORLD_MEMORY_MEM_H

#include <stddef.h>
#include <stdint.h>

#include "world/memory/model_state.h"

/* Large ranges are changed by page from now on: the epoch is ended so (identity.h), before and after. */
void mem_by_pages(void (*end_epoch)(void));

/* Note the old contents of [addr, addr + size) before it is changed by plain stores. */
void mem_will_write(const volatile void *addr, size_t size);

/* The same for what must be put back but is no part of a state's identity (allocation sites, statistics). */
void mem_will_write_quiet(const volatile void *addr, size_t size);

/* mem_set(&lvalue, value): assign, noted. */
#define mem_set(pointer, value)                                  \
    do {                                                         \
        __typeof__(pointer) mem_set_p = (pointer);               \
        mem_will_write(mem_set_p, sizeof *mem_set_p);            \
        *mem_set_p = (value);                                    \
    } while (0)

void mem_copy(void *to, const void *from, size_t size);  /* noted memcpy */
void mem_move(void *to, const void *from, size_t size);
void mem_fill(void *to, int byte, size_t size);
void mem_exchange(void *a, void *b, size_t size);

/* Memory that is all zeros is handed to the program: with --fresh=garbage it holds that instead. */
void mem_hand_out(void *block, size_t size);

/* Zero a range, noting only words that are not zero already: cheap for fresh memory. */
void mem_clear(void *to, size_t size);

#endif
