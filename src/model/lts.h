/* lts.h - the thing that is explored, as a labelled transition system (S, s_I, Γ) in the words of the papers.
 *
 * There are two implementations: the real program (src/world) and a table-driven toy (tests/toy), so every search and
 * every reduction runs in the unit tests exactly as it runs on real programs. A search never sees stacks, logs or
 * hooks; an lts never sees a search.
 *
 * Contract:
 *  - enabled, next, outcomes, live, end and fault describe the current state s and do not change it.
 *  - step(t, choice) needs t in enabled(s) and choice < outcomes(s, t). It performs next(s, t) and everything that
 *    follows up to t's next visible operation.
 *  - mark() remembers s; marks are used as a stack: rewind(m) returns to the state at mark(), byte for byte, and makes
 *    all later marks invalid; m itself stays valid and may be rewound to again.
 *  - digest(s) is equal for equal states and, but for hash collisions of 128 bits, different for different ones.
 *  - enabled(s) is empty once end(s) is no longer LTS_RUNNING.
 *  - After a step that ended in a fault only rewind() may be called.
 *
 * These functions are the whole of an lts in the papers. What else the search can use of it stands in parts of their own.
 */
#ifndef MZ_MODEL_LTS_H
#define MZ_MODEL_LTS_H

#include <stddef.h>

#include "base/digest.h"
#include "model/deed.h"
#include "model/fault.h"
#include "model/op.h"
#include "model/threadset.h"
#include "model/variable.h"

enum lts_end {
    LTS_RUNNING, /* some thread is alive */
    LTS_ENDED,   /* all threads have ended, or the process has exited */
    LTS_ASSUMED, /* the path was given up by mz_assume(0): neither an end state nor a deadlock */
};

struct mark {
    uint64_t      position; /* in the undo log */
    struct digest digest;   /* of the state */
    threadset     live;
    struct {
        uint32_t      deeds;           /* that are not part of a label yet */
        uint8_t       end;             /* enum lts_end */
        bool          stuck;
        threadset     waiting, atomic;
        threadset     known, busy, counting; /* busy_wait.h */
        struct digest rest, weak, memory, unread;
    } world;                /* what the world (src/world) puts back itself */
    uint64_t      watched;  /* what a watcher around it notes (world/watch/selfcheck.h) */
};

/* Ranges that a step may touch: so many at most, or everything, or no more and no less than its operation names (op_accesses), in whatever
 * state. */
enum { LTS_MAX_TOUCHES = 8, LTS_EVERYTHING = -1, LTS_AS_NAMED = -2 };

/* A range of one byte that is no memory: the order of all sequentially consistent operations, to which each of them writes where memory is
 * weak. */
#define LTS_SEQ_CST (UINT64_MAX - 23)

/* Length of a run of one thread by itself. Before a step a search says that the thread will be the one that it picks for so many steps
 * more, for as long as none of its rivals is enabled. The lts may then make some of them with the first. Each has one outcome, and is a
 * step like any other. */
struct leash {
    uint64_t  steps;     /* beyond the one that is asked for, at most */
    threadset rivals;
    uint64_t  made;      /* by the last step, beyond the one that was asked for */
    uint64_t  decisions; /* so many of these were made where others were enabled, too */
};

/* --- the parts of an lts that it may lack ---------------------------------------------------------------------------------------------
 *
 * A part is a struct of functions, each with the `self` of its lts. NULL in place of a part: there is none; members that may be NULL say
 * so. Users ask with the functions below, which know what holds then. */

/* Faults besides that of a step. */
struct lts_findings {
    const struct fault *(*notice)(void *self); /* noticed in the last step, once, and the path goes on: a data race; NULL: no more */
    const struct fault *(*stuck)(void *self);  /* threads that can never run again, whatever others do; or NULL */
    const struct fault *(*failed)(void *self); /* at an end: it would be a fault where others end well; NULL: it ended well */
};

/* Threads that wait without being blocked: for time to pass, or in loops. */
struct lts_waiting {
    /* In the state for which `enabled` was asked last, nobody can move but by time-outs, or who sleeps or yields. May be NULL: never. */
    const bool *idle;
    /* Steps made from here on, which are then taken back, are only tried: nothing of them is recorded or noticed, and nobody wakes up for
     * no reason. */
    void (*aside)(void *self, bool begin);
    threadset (*looping)(void *self);   /* threads that wait in a loop, and were not enabled for that alone when `enabled` was asked last */
    bool (*way_out)(void *self, tid t); /* can a live thread come to the end of its functions, as far as code says? */
};

/* Steps before they are taken: for reductions, and for orders and filters that look ahead. */
struct lts_foresight {
    /* Those of `threads`, which are enabled, of which it is known where their only step leads, without taking it: the digest of the state
     * that t's leads to goes to to[t]. May be NULL: then of none. */
    threadset (*foresee)(void *self, threadset threads, struct digest *to);
    /* Everything that the next step of a live thread may touch of what other threads can see: how many ranges, or one of those. The
     * same as long as the thread does not move, unless it creates, joins or detaches threads; and of an operation that may only look
     * at its first object (op_may_only_look) that one, which comes first, is read or written as the present state says, and as long as
     * nobody writes to what is touched. Who was let go, whatever others do now, touches nothing any more, but comes after those who have
     * changed what its operation names. May be NULL: always LTS_AS_NAMED. */
    int (*touches)(void *self, tid t, struct access out[LTS_MAX_TOUCHES]);
    /* Is the next step of an enabled thread one that touches nothing which other threads use? A guess, as all that is inferred: where it
     * proves wrong, what is visible has grown. It may end in a fault. May be NULL: of none it is known. */
    bool (*invisible)(void *self, tid t);
    /* From the present state on, whatever others do, but while the live thread `first` does nothing: may the live thread t, or one that
     * it will create, do to a byte of the range what does not go with this access: write to it, or, if that is a write, use it? With t as
     * `first`: may it at all? Where nothing is known: it may. A no that proves wrong later makes what is visible grow. */
    bool (*may_access)(void *self, tid t, tid first, const struct access *a);
    /* May it access it at all? A guess by what was seen: it may say no where t will access it. NULL: there is none. What is about to be
     * performed is seen where observe is called. */
    bool (*likely_access)(void *self, tid t, tid first, const struct access *a);
    void (*observe)(void *self, tid t);
    /* Live threads that have begun an atomic section and not left it. While one of them can move nobody else can; so while there are such,
     * which wait for something, a step that lets one go on stops all others. */
    threadset (*inside)(void *self);
    threadset (*unjoined)(void *self); /* threads that are alive, or have ended and nobody knows. May be NULL: any */
};

/* The program's text: its variables and pieces of its code. */
struct lts_text {
    /* The variable at this address, which is an object of synchronization or not. Its name depends on the path. May be NULL: the address
     * stands for it. */
    void (*variable)(void *self, uint64_t addr, bool lock, struct variable_id *out);
    /* Is the live thread inside a code fragment: is its pending operation there, or a call that it has not returned from? Where no
     * fragment is named all of the program is one, and who lives is inside. */
    bool (*within)(void *self, tid t, uint32_t fragment);
};

/* Memory that tells states apart only where it is read again (reduce/unread.h). Of all other memory nothing is said: it always does. */
struct lts_reading {
    /* From the root on that is asked; the lts has grown then. Or it does not pay. A process that was forked for it has tried it, if this is
     * not that process: what it has told of the program counts for nothing. May be NULL: it always may be asked. */
    void (*begin)(void *self, bool pays);
    /* Everything that t's pending operation may read of that memory, its enabledness and its label included, in whatever state: how many
     * ranges, or LTS_EVERYTHING. Ranges with WAY_WRITES it does not read: they are overwritten as a whole, in one step, wherever it is
     * performed. */
    int (*reads)(void *self, tid t, struct access out[LTS_MAX_TOUCHES]);
    struct digest (*bare)(void *self); /* of the present state, without that memory */
    struct digest (*content)(void *self, uint64_t addr, uint64_t size); /* of what is there, as far as it is such memory */
    bool (*alone)(void *self, tid t); /* is what t is about to do nobody else's business, and visible for this alone? NULL: never */
    const bool *unseen; /* something was read on some path that no operation names: from now on nothing is known. NULL: never */
};

/* Labels of transitions: what each does to who knows of which access (deed.h). Where what is ordered is no function of the state they are
 * made in place of clocks, if the search says that it fits: then it writes them down with the transitions and looks for data races at its
 * end (property/race_graph.h). */
struct lts_labels {
    const bool *made;                     /* in the search that goes on now */
    const uint32_t *foreseen;             /* [t]: of t's transition, when it was foreseen last */
    void (*allow)(void *self, bool fit);
    uint32_t (*take)(void *self);         /* of what was done since one was taken last, on the path */
    uint32_t (*looks)(void *self);        /* of what threads look at that wait in loops in the present state */
    uint32_t (*count)(void *self);        /* labels have numbers below this */
    const struct deed *(*deeds)(void *self, uint32_t label, uint32_t *count);
    bool (*told)(void *self, uint64_t pc, uint64_t other); /* is a race of these places known, or nobody told of any more? */
    void (*clocks)(void *self, bool kept); /* from the root on they are kept in place of labels, and races show on the path; or no more */
    void (*give_up)(void *self);          /* the search starts over without them */
    uint64_t (*bytes)(void *self);
};

/* Processes that explore different parts of one lts. What each finds out about the whole of it and does not forget when it rewinds, as
 * bytes (0: there is not enough room); another one learns it, and may find that the visible set has grown. Where more than that matters
 * the lts does not let itself be divided. */
struct lts_sharing {
    bool (*divides)(void *self);
    size_t (*tell)(void *self, void *to, size_t room);
    uint64_t (*found_out)(void *self); /* another number whenever something has been found out that tell() would tell */
    void (*learn)(void *self, const void *from, size_t size);
};

/* --- the lts ------------------------------------------------------------------------------------------------------------------------- */

struct lts {
    const char *name;
    void       *self;
    threadset (*enabled)(void *self);
    threadset (*live)(void *self);                       /* threads that exist and have not ended */
    const struct op *(*next)(void *self, tid t);         /* pending operation of a live thread, also if blocked */
    unsigned (*outcomes)(void *self, tid t);             /* number of successors by t, at least 1 if t is enabled */
    void (*step)(void *self, tid t, unsigned choice);
    struct leash *leash;                                 /* read and written by step. NULL: it makes one step at a time */
    struct mark (*mark)(void *self);
    void (*rewind)(void *self, const struct mark *m);
    struct digest (*digest)(void *self);
    enum lts_end (*end)(void *self);
    const struct fault *(*fault)(void *self);            /* what went wrong in the last step, or NULL */
    bool (*grown)(void *self);                           /* the visible set grew since the last call: start over. May be NULL */
    uint64_t (*bytes)(void *self);                       /* memory that the path takes now. May be NULL */
    const uint64_t *large;                               /* bytes of memory that steps have changed by page so far. May be NULL */
    bool end_looks; /* the end of the process looks at what others have done by then (leaks). Otherwise only at who waits in a circle */
    const struct lts_findings  *findings;
    const struct lts_waiting   *waiting;
    const struct lts_foresight *foresight;
    const struct lts_text      *text;
    const struct lts_sharing   *sharing;
    const struct lts_labels    *labels;
    const struct lts_reading   *reading;
};

/* --- findings ------------------------------------------------------------------------------------------------------------------------ */

static inline const struct fault *lts_noticed(const struct lts *l)
{
    return l->findings ? l->findings->notice(l->self) : NULL;
}

static inline const struct fault *lts_stuck_threads(const struct lts *l)
{
    return l->findings ? l->findings->stuck(l->self) : NULL;
}

static inline const struct fault *lts_failed_end(const struct lts *l)
{
    return l->findings ? l->findings->failed(l->self) : NULL;
}

/* --- waiting ------------------------------------------------------------------------------------------------------------------------- */

static inline bool lts_is_idle(const struct lts *l)
{
    return l->waiting && l->waiting->idle && *l->waiting->idle;
}

static inline void lts_set_aside(const struct lts *l, bool begin)
{
    if (l->waiting)
        l->waiting->aside(l->self, begin);
}

/* Can a thread that goes round for ever stop doing so, as far as its code says? Otherwise it is meant to. */
static inline bool lts_way_out(const struct lts *l, tid t)
{
    return !l->waiting || l->waiting->way_out(l->self, t);
}

/* Threads that go round in loops and are not enabled for that alone. */
static inline threadset lts_in_loops(const struct lts *l)
{
    return l->waiting ? l->waiting->looping(l->self) : NO_THREADS;
}

/* --- foresight ----------------------------------------------------------------------------------------------------------------------- */

static inline bool lts_foresees(const struct lts *l)
{
    return l->foresight && l->foresight->foresee;
}

static inline threadset lts_foreseen(const struct lts *l, threadset threads, struct digest *to)
{
    return lts_foresees(l) ? l->foresight->foresee(l->self, threads, to) : NO_THREADS;
}

static inline int lts_touches_or_named(const struct lts *l, tid t, struct access out[LTS_MAX_TOUCHES])
{
    return l->foresight && l->foresight->touches ? l->foresight->touches(l->self, t, out) : LTS_AS_NAMED;
}

/* The same, with ranges in place of LTS_AS_NAMED. */
static inline int lts_touches(const struct lts *l, tid t, struct access out[LTS_MAX_TOUCHES])
{
    int count = lts_touches_or_named(l, t, out);
    return count == LTS_AS_NAMED ? op_accesses(l->next(l->self, t), out) : count;
}

static inline bool lts_is_invisible(const struct lts *l, tid t)
{
    return l->foresight && l->foresight->invisible && l->foresight->invisible(l->self, t);
}

/* May t do anything that does not go with it before `first` does anything? */
static inline bool lts_thread_may_access(const struct lts *l, tid t, tid first, const struct access *a)
{
    return !l->foresight || l->foresight->may_access(l->self, t, first, a);
}

/* May any other live thread than t do so before t does anything? */
static inline bool lts_others_may_access(const struct lts *l, tid t, const struct access *a)
{
    THREADSET_EACH(u, l->live(l->self) & ~threadset_of(t))
        if (lts_thread_may_access(l, u, t, a))
            return true;
    return false;
}

/* The guesses. */
static inline bool lts_thread_seems_to_access(const struct lts *l, tid t, tid first, const struct access *a)
{
    if (!l->foresight || !l->foresight->likely_access)
        return lts_thread_may_access(l, t, first, a);
    return l->foresight->likely_access(l->self, t, first, a);
}

static inline bool lts_others_seem_to_access(const struct lts *l, tid t, const struct access *a)
{
    THREADSET_EACH(u, l->live(l->self) & ~threadset_of(t))
        if (lts_thread_seems_to_access(l, u, t, a))
            return true;
    return false;
}

static inline void lts_observe(const struct lts *l, tid t)
{
    if (l->foresight && l->foresight->observe)
        l->foresight->observe(l->self, t);
}

/* Live threads inside atomic sections. */
static inline threadset lts_in_sections(const struct lts *l)
{
    return l->foresight ? l->foresight->inside(l->self) : NO_THREADS;
}

static inline bool lts_knows_unjoined(const struct lts *l)
{
    return l->foresight && l->foresight->unjoined;
}

/* --- labels -------------------------------------------------------------------------------------------------------------------------- */

static inline bool lts_makes_labels(const struct lts *l)
{
    return l->labels && *l->labels->made;
}

/* --- text ---------------------------------------------------------------------------------------------------------------------------- */

/* The variable that t's pending operation accesses, the first one where there are several. False: it accesses none. */
static inline bool lts_variable(const struct lts *l, tid t, struct variable_id *out)
{
    const struct op *op = l->next(l->self, t);
    struct access touched[OP_MAX_ACCESSES];
    if (op_of_threads(op->kind) || op_accesses(op, touched) == 0)
        return false;
    if (l->text && l->text->variable)
        l->text->variable(l->self, touched[0].addr, op_of_locks(op->kind), out);
    else
        *out = variable_at(touched[0].addr);
    return true;
}

static inline bool lts_in_fragment(const struct lts *l, tid t, uint32_t fragment)
{
    return !l->text || l->text->within(l->self, t, fragment);
}

/* --- sharing ------------------------------------------------------------------------------------------------------------------------- */

static inline bool lts_divides(const struct lts *l)
{
    return l->sharing && l->sharing->divides(l->self);
}

/* --- states -------------------------------------------------------------------------------------------------------------------------- */

/* Deadlock is a property of a state, not of a step: somebody is alive and nobody can move. */
static inline bool lts_deadlocked(const struct lts *l, threadset enabled)
{
    return !threadset_any(enabled) && l->end(l->self) == LTS_RUNNING;
}

#endif
