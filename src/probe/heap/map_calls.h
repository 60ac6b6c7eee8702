/* map_calls.h - memory maps, for those who make the system calls for the program. */
#ifndef MZ_PROBE_HEAP_MAP_CALLS_H
#define MZ_PROBE_HEAP_MAP_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Has set-up made a map that a process which it starts would share? It is private here. */
bool maps_shared(void);

/* The system calls, on behalf of a call that returns to pc. */
long maps_mmap(uint64_t pc, void *addr, size_t size, int protection, int flags, int fd, long offset);
long maps_munmap(uint64_t pc, void *addr, size_t size);
long maps_mprotect(uint64_t pc, void *addr, size_t size, int protection);
long maps_madvise(uint64_t pc, void *addr, size_t size, int advice);
long maps_mremap(uint64_t pc, void *addr, size_t old, size_t size, int flags);

#endif
