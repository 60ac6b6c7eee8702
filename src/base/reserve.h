/* reserve.h - reserved address space, which costs only what is touched: for arrays that grow without being moved. */
#ifndef MZ_BASE_RESERVE_H
#define MZ_BASE_RESERVE_H

#include <stddef.h>

enum { HUGE_PAGE = 2 << 20 };

/* Zeroed memory of *bytes bytes, or of as much less as the system grants, at least `least`; *bytes becomes what it is.
 * NULL when even that is refused. Aligned to 2 MiB if it is larger than that. */
void *reserve(size_t *bytes, size_t least);

/* The same, shared with all processes that are forked from now on. */
void *reserve_shared(size_t *bytes, size_t least);

size_t reserve_machine(void); /* bytes of memory that the machine has: there is no point in reserving more */

void reserve_huge_pages(void *start, size_t bytes); /* ask for them; it does not matter if they are refused */
void reserve_collapse(void *start, size_t bytes);   /* into huge pages, now: shared memory has none by itself on most systems. Likewise */
void reserve_forget(void *start, size_t bytes);     /* give the memory back but keep the addresses: zero again */
void reserve_forget_shared(void *start, size_t bytes); /* likewise, for all processes */
void reserve_release(void *start, size_t bytes);

#endif
