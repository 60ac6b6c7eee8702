/* passed.h - states with a single successor that some run has passed: newer ones replace older ones. */
#ifndef MZ_SEARCH_PASSED_H
#define MZ_SEARCH_PASSED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/digest.h"

enum { PASSED = 1 << 16 };

struct passed {
    struct digest *at;  /* PASSED of them */
    uint64_t       era; /* of the search, among those that were started over */
};

static inline struct digest *passed_place(const struct passed *p, struct digest d)
{
    return &p->at[d.lo & (PASSED - 1)];
}

static inline struct digest passed_in_this_era(const struct passed *p, struct digest d)
{
    return (struct digest){d.lo, d.hi ^ p->era};
}

/* A run of single successors began there, and has ended. */
static inline void passed_note(struct passed *p, struct digest first)
{
    *passed_place(p, first) = passed_in_this_era(p, first);
}

static inline bool passed_has(const struct passed *p, struct digest d)
{
    return digest_equal(*passed_place(p, d), passed_in_this_era(p, d));
}

/* States that were remembered under another era are not recognized: a collision is no likelier than any other. */
static inline void passed_forget(struct passed *p)
{
    p->era += 0x9e3779b97f4a7c15u;
}

#endif
