/* unordered.c - see unordered.h. */
#include "world/race/unordered.h"

#include <sys/mman.h>

#include "base/raw.h"
#include "world/memory/hash.h"
#include "world/memory/undo.h"

struct moment {
    struct made {
        uint32_t      when;
        uint32_t      thread;
        uint64_t      accesses;
        struct digest what; /* the sum of their names */
    } deed;
    struct known {
        struct knower to;   /* these threads, and those whose names this is the exclusive-or of */
        threadset     live; /* for which the rest was worked out, or 0 */
        struct digest as;   /* what stands for them in the digest; 0 if all live threads are among them: nobody can race with it */
    } known;
};

enum { MOMENTS = 1 << 22 };

bool mz__ordering_lost;

static struct {
    struct moment *moment; /* in no order */
    uint64_t       used;
    bool           keep;
    struct current {
        threadset     live;   /* for which it is the digest; 0: it has to be worked out */
        struct digest digest;
    } now; /* follows every change */
} moments;

bool unordered_open(void)
{
    moments.moment = raw_map(NULL, MOMENTS * sizeof *moments.moment, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    return moments.moment != NULL;
}

void unordered_keep(bool keep)
{
    moments.keep = keep;
    moments.now.live = NO_THREADS;
}

/* ---- the digest ---------------------------------------------------------------------------------------------------- */

static struct digest hash_threads(threadset s)
{
    struct digest sum = {0, 0};
    for (unsigned i = 0; i < THREADSET_WORDS; i++)
        sum = digest_xor(sum, hash_word(threadset_word(s, i), i + 1));
    return sum;
}

/* Not noted: it goes with the rest. */
static void work_out(struct known *k, threadset live)
{
    bool all = !threadset_any(live & ~k->to.thread);
    k->as = all ? (struct digest){0, 0} : digest_xor(hash_threads(k->to.thread & live), k->to.name);
    k->live = live;
}

/* A sum of products: accesses of which the same is known give the same at whatever times they were made. */
static struct digest sum_of_all(threadset live)
{
    struct digest sum = {0, 0};
    for (struct moment *m = moments.moment, *end = m + moments.used; m < end; m++) {
        if (!threadset_equal(m->known.live, live))
            work_out(&m->known, live);
        sum.lo += m->deed.what.lo * m->known.as.lo;
        sum.hi += m->deed.what.hi * m->known.as.hi;
    }
    return sum;
}

struct digest unordered_digest(threadset live)
{
    if (!threadset_any(live))
        return (struct digest){0, 0};
    if (!threadset_equal(moments.now.live, live))
        moments.now = (struct current){live, sum_of_all(live)};
    return moments.now.digest;
}

void unordered_rewound(struct digest digest, threadset live)
{
    moments.now = (struct current){live, digest};
}

/* Accesses with these names come to a moment; */
static inline void count(const struct moment *m, struct digest names)
{
    if (!threadset_equal(m->known.live, moments.now.live)) {
        moments.now.live = NO_THREADS;
        return;
    }
    moments.now.digest.lo += names.lo * m->known.as.lo;
    moments.now.digest.hi += names.hi * m->known.as.hi;
}

/* or go. */
static inline void discount(const struct moment *m, struct digest names)
{
    count(m, (struct digest){-names.lo, -names.hi});
}

/* ---- what was done ------------------------------------------------------------------------------------------------- */

/* Most are asked for that began last. */
static struct moment *find(tid t, uint32_t when)
{
    for (struct moment *m = moments.moment + moments.used; m > moments.moment; m--)
        if (m[-1].deed.when == when && m[-1].deed.thread == t)
            return &m[-1];
    return NULL;
}

static void note_used(void)
{
    undo_word((uint64_t)&moments.used, UNDO_QUIET);
}

/* Accesses that a thread makes now are known to nobody else: it goes on to its next time when it tells. */
static struct moment *begin(tid t, uint32_t when)
{
    struct moment *m = &moments.moment[moments.used];
    if (moments.used == MOMENTS) {
        mz__ordering_lost = true;
        return NULL;
    }
    note_used();
    undo_block(m, sizeof *m);
    moments.used++;
    *m = (struct moment){.deed = {.when = when, .thread = t}, .known.to.thread = threadset_of(t)};
    work_out(&m->known, moments.now.live);
    return m;
}

void unordered_add(tid t, uint32_t when, struct digest name)
{
    if (!moments.keep)
        return;
    struct moment *m = find(t, when);
    if (m)
        undo_block(&m->deed, sizeof m->deed);
    else if (!(m = begin(t, when)))
        return;
    count(m, name);
    m->deed.accesses++;
    m->deed.what.lo += name.lo;
    m->deed.what.hi += name.hi;
}

/* The last one takes the place of one that is over. */
void unordered_remove(tid t, uint32_t when, struct digest name)
{
    struct moment *m = moments.keep ? find(t, when) : NULL;
    if (!m)
        return;
    discount(m, name);
    if (m->deed.accesses == 1) {
        note_used();
        undo_block(m, sizeof *m);
        *m = moments.moment[--moments.used];
        return;
    }
    undo_block(&m->deed, sizeof m->deed);
    m->deed.accesses--;
    m->deed.what.lo -= name.lo;
    m->deed.what.hi -= name.hi;
}

/* ---- who knows of it ----------------------------------------------------------------------------------------------- */

static void change(struct moment *m, const struct knower *who)
{
    struct known *k = &m->known;
    undo_block(k, sizeof *k);
    discount(m, m->deed.what);
    k->to.thread ^= who->thread;
    k->to.name = digest_xor(k->to.name, who->name);
    work_out(k, moments.now.live);
    count(m, m->deed.what);
}

static inline bool knows(const struct clock *c, const struct moment *m)
{
    return clock_knows(c, m->deed.thread, m->deed.when);
}

void unordered_join(const struct clock *to, const struct clock *from)
{
    for (struct moment *m = moments.moment, *end = m + moments.used; m < end; m++)
        if (knows(from, m) && !knows(to, m))
            change(m, &to->whose);
}

void unordered_assign(const struct clock *to, const struct clock *from)
{
    for (struct moment *m = moments.moment, *end = m + moments.used; m < end; m++)
        if (knows(from, m) != knows(to, m))
            change(m, &to->whose);
}

bool unordered_alike(const struct clock *a, const struct clock *b, threadset live)
{
    for (const struct moment *m = moments.moment, *end = m + moments.used; m < end; m++)
        if (knows(a, m) != knows(b, m) && threadset_any(live & ~m->known.to.thread))
            return false;
    return true;
}
