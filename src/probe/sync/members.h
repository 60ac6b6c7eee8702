/* members.h - the set of threads that an object of the program holds: those that wait at it, or read under it.
 *
 * There is a word for it in the object. Where a set is one word that is the set. The objects are no larger where it is several
 * (threadset.h): there the word is the number of members, and the set lies in a table of the model's, sorted by addresses so that
 * equal states are equal bytes. All is for the engine's stack. */
#ifndef MZ_PROBE_SYNC_MEMBERS_H
#define MZ_PROBE_SYNC_MEMBERS_H

#include "world/fault_report.h"
#include "world/memory/mem.h"
#include "world/world.h"

struct members {
    uint64_t word; /* 0: none */
};

static inline bool members_any(const struct members *m) { return m->word != 0; }

#ifdef MZ_WIDE
threadset members_of(const struct members *m); /* everybody, if the word was not written here */
bool      members_add(struct members *m, const struct thread *t); /* false: there is no room */
void      members_remove(struct members *m, threadset gone);
#else
static inline threadset members_of(const struct members *m) { return m->word; }
static inline void members_remove(struct members *m, threadset gone) { mem_set(&m->word, m->word & ~gone); }
static inline bool members_add(struct members *m, const struct thread *t)
{
    mem_set(&m->word, m->word | threadset_of(t->number));
    return true;
}
#endif

enum performed members_refused(struct thread *t, const struct op *op);

#endif
