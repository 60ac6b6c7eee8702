/* maps.h - memory maps: mmap, munmap, mprotect, madvise and mremap as operations of the model, rewound like the heap.
 *
 * Every thread has a range of addresses for what it maps, as it has a heap: what mmap returns depends on what is mapped in that range,
 * and not on what other threads map. Of a range it is known which pages are mapped and how they may be used, as a list of extents in
 * the order of addresses, neighbours with equal access being one: so the list is a function of the pages alone. It lies at the
 * beginning of the range. A map gets the lowest place where it fits, but none that overlaps what was unmapped last: so a stale pointer
 * is noticed, and a program that maps and unmaps over and over comes to the same states.
 *
 * Memory that is not mapped is zero: it is cleared when it is unmapped. Whether a page may be used is not written down for each of its
 * words (world/memory/valid.h) before the first access to it, for most of a large map is never used.
 *
 *      operation    first        second             arg[0]   arg[1]   arg[2]
 *      MMAP         the record   what it will get   size     access
 *      MMAP_FIXED   the range    the record         access   size
 *      MUNMAP       the range    the record                  size     an error: nothing else is done
 *      MPROTECT     the range    the record         access   size     likewise; access may be MAPS_AS_IT_IS
 *      MADVISE      the range    the record         advice   size     likewise
 *
 * Maps of files are windows of kept files (probe/files/kept_windows.h) in such memory. What was mapped before the runtime had the program
 * is the kernel's (world/outside/mapped.h).
 */
#ifndef MZ_PROBE_HEAP_MAPS_H
#define MZ_PROBE_HEAP_MAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "probe/heap/heap.h"
#include "world/blocks.h"
#include "world/memory/layout.h"

enum { MAPS_MOST = 1024, MAPS_SITES = 256 };

/* mremap and others ask whether all of a range is mapped: instead of an enum block_access. */
enum { MAPS_AS_IT_IS = 0xff };

/* The object that stands for the list of a thread's extents. */
const uint64_t *maps_record(tid owner);

/* Address of a map of so many bytes if it was made now; 0: none. */
uint64_t maps_next(tid owner, uint64_t size);

/* [lo, hi) is mapped so from now on, whatever it was; fresh: what it holds is cleared. False: there are too many extents, or there is no
 * memory, and nothing has changed. */
bool maps_set(uint64_t lo, uint64_t hi, enum block_access access, bool fresh);

/* All of it is mapped; if not, *where is the first byte that is not. */
bool maps_are_there(uint64_t lo, uint64_t hi, uint64_t *where);

/* A size as operations have it. */
static inline uint32_t maps_named(uint64_t size) { return size < UINT32_MAX ? (uint32_t)size : UINT32_MAX; }

/* Who has mapped or unmapped it. For reports. */
void maps_note_site(tid thread, uint64_t lo, uint64_t size, uint64_t pc);
void maps_note_gone(tid thread, uint64_t lo, uint64_t hi, uint64_t pc);

/* The map that holds addr, or held it last, as a block of the heap. */
bool maps_block_of(uint64_t addr, struct heap_block *out);

/* Memory that can have been written: extents 0, 1, 2, ... of a thread until false; some are empty. */
bool maps_extent(tid owner, unsigned index, uint64_t *lo, uint64_t *hi);

#endif
