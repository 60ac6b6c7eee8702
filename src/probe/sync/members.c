/* members.c - see members.h. */
#include "probe/sync/members.h"

#include <errno.h>

#include "base/lower_bound.h"

/* Objects with members. One that is abandoned with some, and never used again, keeps its place. */
enum { MOST_OBJECTS = 4096 };

#ifdef MZ_WIDE

static MODEL struct entry {
    uint64_t  at; /* address of the word */
    threadset set;
} entries[MOST_OBJECTS];
static MODEL uint64_t count;

/* Index of the word's entry, or that where it goes to. */
static uint64_t place_of(const struct members *m)
{
    return LOWER_BOUND(i, count, entries[i].at < (uint64_t)m);
}

static bool is_entry(uint64_t place, const struct members *m)
{
    return place < count && entries[place].at == (uint64_t)m;
}

threadset members_of(const struct members *m)
{
    if (!m->word)
        return NO_THREADS;
    uint64_t place = place_of(m);
    return is_entry(place, m) ? entries[place].set : ALL_THREADS;
}

static void insert(uint64_t place, const struct members *m)
{
    mem_move(&entries[place + 1], &entries[place], (count - place) * sizeof entries[0]);
    mem_clear(&entries[place], sizeof entries[0]);
    mem_set(&entries[place].at, (uint64_t)m);
    mem_set(&count, count + 1);
}

static void drop(uint64_t place)
{
    mem_set(&count, count - 1);
    mem_move(&entries[place], &entries[place + 1], (count - place) * sizeof entries[0]);
    mem_clear(&entries[count], sizeof entries[0]);
}

static void put(struct members *m, uint64_t place, threadset s)
{
    mem_set(&m->word, (uint64_t)threadset_size(s));
    mem_set(&entries[place].set, s);
}

bool members_add(struct members *m, const struct thread *t)
{
    uint64_t place = place_of(m);
    threadset others = members_of(m);
    if (!is_entry(place, m)) {
        if (count == MOST_OBJECTS)
            return false;
        insert(place, m);
    }
    put(m, place, others | threadset_of(t->number));
    return true;
}

void members_remove(struct members *m, threadset gone)
{
    uint64_t place = place_of(m);
    threadset left = members_of(m) & ~gone;
    if (!is_entry(place, m))
        mem_set(&m->word, (uint64_t)threadset_size(left));
    else if (threadset_any(left))
        put(m, place, left);
    else {
        mem_set(&m->word, 0);
        drop(place);
    }
}

#endif

enum performed members_refused(struct thread *t, const struct op *op)
{
    return world_report(t, FAULT_REFUSED, EAGAIN, op->addr,
                        "more than %d objects that threads wait at, or hold for reading, at the same time are not supported", MOST_OBJECTS);
}
