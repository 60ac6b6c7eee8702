/* shared_facts.h - facts about finished states, shared by several processes that search the same program with the same
 * reduction.
 *
 * A fact is a state and its tag, for a fixed visible set: all that is wrong and can be reached from the state has been reported, and the
 * tag says what can happen at or below it. That names neither a path nor a process, so whoever meets the state may go by it, and never
 * looks at what others have not finished. A fact is published when the state is finished, and holds for ever; by induction on the order of
 * publication a process that finishes a state rests on its own states and on facts. docs/design/parallel.md has the proof.
 *
 * What is wrong is reported before facts that rest on it are published. What processes find out about the program meanwhile is put together
 * in the end (search/parallel/shared_results.c): a process that has died has taken some of it along, and then nothing is concluded.
 *
 * Hints keep processes out of each other's way: which threads somebody is trying in a state. They may be wrong, or lost. */
#ifndef MZ_REDUCE_SHARED_FACTS_H
#define MZ_REDUCE_SHARED_FACTS_H

#include "base/lock.h"
#include "base/visited.h"
#include "model/threadset.h"

enum { FACT_HINTS = 1 << 16 };

/* In the table, beside the tag: whoever leads has put the fact down where it outlives the process. */
#define FACT_KEPT ((uint32_t)1 << 31)

struct hint {
    uint64_t  of; /* half of a digest */
    threadset tried;
};

struct engine;

/* Facts that are to be sent to other machines (rank_results.h): those of all processes of this one, in shared memory. What there is no
 * room for is not sent: that costs others the work, and nothing else. */
struct fact_log {
    uint64_t      count; /* that there were, be there room for them or not */
    struct digest fact[];
};

struct facts {
    struct visited table;
    struct hint   *hints;  /* shared: FACT_HINTS */
    struct lock    lock;   /* for labels and summaries */
    uint32_t       worker, workers; /* this process, of those of this machine */
    bool (*more_room)(struct engine *host); /* the table is full: it may grow, then. False: there is nothing to be done, the search ends */
    struct engine *host;
    struct fact_log *log;  /* NULL: nobody is told */
    uint64_t       log_room;
    uint32_t       rank, ranks; /* this machine, of all that are told; 0 of 0: there is one */
    uint64_t       table_limit; /* that the table was made for */
};

static inline bool facts_look(const struct facts *f, struct digest d, uint32_t *tag)
{
    bool known = visited_look_shared(&f->table, d, tag);
    *tag &= ~FACT_KEPT;
    return known;
}

static inline void facts_log(const struct facts *f, struct digest d, uint32_t tag)
{
    uint64_t at = __atomic_fetch_add(&f->log->count, 1, __ATOMIC_RELAXED);
    if (at < f->log_room)
        f->log->fact[at] = (struct digest){d.lo, (d.hi & f->table.compared) | tag};
}

static inline void facts_publish(struct facts *f, struct digest d, uint32_t tag)
{
    enum visited_result result;
    while ((result = visited_publish(&f->table, d, tag)) == VISITED_FULL && f->more_room(f->host))
        ;
    if (f->log && result == VISITED_NEW)
        facts_log(f, d, tag);
}

/* Before there are other processes: the table may grow. False: there is no memory. */
static inline bool facts_add(struct facts *f, struct digest d, uint32_t tag, bool *new)
{
    enum visited_result result;
    while ((result = visited_publish(&f->table, d, tag)) == VISITED_FULL)
        if (!visited_grow_shared(&f->table))
            return false;
    *new = result == VISITED_NEW;
    return true;
}

static inline struct hint *facts_hint(const struct facts *f, struct digest d)
{
    return &f->hints[(d.lo ^ d.hi) * 0x9e3779b97f4a7c15u >> 48];
}

/* Nobody else is on this machine: nobody need be told, and a look would cost a place in the caches. */
static inline bool facts_are_mine(const struct facts *f)
{
    return f->workers < 2;
}

static inline threadset facts_busy(const struct facts *f, struct digest d)
{
    const struct hint *h = facts_hint(f, d);
    if (facts_are_mine(f))
        return NO_THREADS;
    return h->of == d.lo ? h->tried : NO_THREADS;
}

static inline void facts_try(const struct facts *f, struct digest d, tid t)
{
    struct hint *h = facts_hint(f, d);
    if (facts_are_mine(f))
        return;
    h->tried = (h->of == d.lo ? h->tried : NO_THREADS) | threadset_of(t);
    h->of = d.lo;
}

/* This machine's place among all in a state, by which it begins with one of the threads that have to be tried anyway. Of two each has its
 * own, and they come from both ends; of more, whoever begins with the same ones as this machine is not the same one every time. */
static inline uint32_t facts_turn(const struct facts *f, struct digest d)
{
    uint32_t place = 0;
    if (f->ranks == 2)
        return f->rank;
    uint64_t mine = (d.lo + f->rank * 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
    for (uint32_t i = 0; i < f->ranks; i++)
        place += (d.lo + i * 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u < mine;
    return place;
}

#endif
