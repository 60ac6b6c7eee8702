/* heap_early.h - memory for callers of malloc that are not threads of the program: start-up before the engine has taken
 * over (the dynamic linker, libstdc++'s pool, constructors of libraries), and libc called by the engine.
 *
 * Never used again and never rewound. A block has its size in front of it, so that it can be freed (which does nothing)
 * and reallocated by anybody at any time.
 */
#ifndef MZ_PROBE_HEAP_HEAP_EARLY_H
#define MZ_PROBE_HEAP_HEAP_EARLY_H

#include <stdbool.h>
#include <stdint.h>

/* All zeros, or NULL. The alignment is a power of two. */
void *early_take(uint64_t size, uint64_t alignment);

bool early_has(const void *block);

/* The memory in use: ranges 0, 1, 2, ... until false. */
bool early_range(unsigned index, uint64_t *lo, uint64_t *hi);

/* Size of a block that early_has. */
uint64_t early_size(const void *block);

#endif
