/* snapshot.h - a copy of the program's and its libraries' data and of all heaps, for finding what code without hooks has written.
 *
 * It is not taken anew at every call: it holds what memory held when the undo log ended at a certain record, and every change
 * since, or since undone, concerns a word that a record names. So it is brought up to date from those records alone. For that the
 * log must note a word again that is written after the image has been: each time an epoch ends too (identity.h).
 *
 * Pages are taken into it as they are wanted. Of each it also remembers that no word in it could be an address (reach.h).
 */
#ifndef MZ_WORLD_OUTSIDE_SNAPSHOT_H
#define MZ_WORLD_OUTSIDE_SNAPSHOT_H

#include "base/page.h"
#include "world/world.h"

/* Once, before anything else here. Memory that code without hooks may change unnoticed cannot be followed by the log: `follow` is
 * false where the program calls such code. Then, and where there is no memory for it, nothing is kept. */
void snapshot_prepare(bool follow);

/* The image is of memory as it is now. */
void snapshot_settle(struct world *w);

/* After an undo back to this end of the log. */
void snapshot_rewound(const char *end);

/* Address of the copy of what is at lo, after pages of [lo, hi) that it did not have were taken into it; NULL: it
 * cannot keep them. */
char *snapshot_keep(uint64_t lo, uint64_t hi);

/* The word has changed since the image was settled. */
void snapshot_changed(uint64_t word);

/* The kernel tells which pages of [lo, hi) are written, from now on; whole pages that are kept. False: it does not. */
bool snapshot_follow(uint64_t lo, uint64_t hi);

/* Words with such upper halves could be addresses. */
void snapshot_addresses(uint32_t lowest, uint32_t span);

/* Number of bytes at lo, up to hi, that are known to hold no address. */
uint64_t snapshot_numbers(uint64_t lo, uint64_t hi);

/* It was looked at in whole: there is none in this page. */
void snapshot_has_numbers(uint64_t page);

#endif
