/* crowds.h - threads that come to each barrier, over the whole search: not rewound.
 *
 * If no more threads ever come to a barrier than it waits for, each round needs all of them, and it does not matter in which order they
 * come. That is inferred, as it is what is shared: where it proves wrong the search has taken it for granted, and must start over.
 */
#ifndef MZ_WORLD_MEMORY_CROWDS_H
#define MZ_WORLD_MEMORY_CROWDS_H

#include "model/threadset.h"

enum { CROWDS_MOST = 64 /* barriers; of the others it is not known */ };

struct crowd {
    uint64_t  barrier; /* its address; 0: none */
    uint64_t  count;   /* the fewest threads that it has waited for */
    threadset threads;
};

struct crowds {
    struct crowd of[CROWDS_MOST]; /* in the order in which they were met */
};

/* t is about to come to a barrier that waits for `count` threads. Have no more than that come to it, as far as is known? If that has just
 * proved wrong *grown is set. */
bool crowds_meet(struct crowds *c, uint64_t barrier, uint64_t count, tid t, bool *grown);
bool crowds_exact(const struct crowds *c, uint64_t barrier);

/* Facts that were found out elsewhere. */
void crowds_join(struct crowds *c, const struct crowds *others, bool *grown);

#endif
