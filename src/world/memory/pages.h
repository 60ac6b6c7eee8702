/* pages.h - large memory is often hardly used, or all of it at once: whole pages are looked at before words are. */
#ifndef MZ_WORLD_MEMORY_PAGES_H
#define MZ_WORLD_MEMORY_PAGES_H

#include <stdbool.h>

#include "base/page.h"
#include "model/lts.h"

enum { PAGE_WORDS = PAGE / 8 };

bool pages_is_zero(uint64_t page);

/* Are many of its words not zero, as far as a few of them show? */
bool pages_is_dense(const uint64_t *page);

/* The change of the digest of memory, which is the exclusive-or over its words, from what the page held, NULL for zeros, to what it
 * holds now. */
struct digest pages_change(uint64_t page, const uint64_t *old);

#endif
