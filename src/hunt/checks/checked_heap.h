/* checked_heap.h - --heap: each block has pages of its own, ends where they end, and is never given out again. What touches it after it was
 * given back, or touches what lies behind it, is killed where it does so, in any code; hooks and free() see the few bytes up to the end of
 * a page. */
#ifndef MZ_HUNT_CHECKS_CHECKED_HEAP_H
#define MZ_HUNT_CHECKS_CHECKED_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void heap_begin(void);

/* NULL: it is not asked for, or there is no room: libc is to do it. */
void *heap_allocate(size_t alignment, size_t size, uint64_t pc);
bool heap_has(const void *p);
size_t heap_size(const void *p);
void heap_free(void *p, uint64_t pc);

void heap_access(const volatile void *address, uint64_t size, uint64_t pc);
void heap_note_crash(uint64_t address, uint64_t pc); /* the access that has killed */

#endif
