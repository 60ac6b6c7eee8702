/* toy.h - small multithreaded programs as tables, and their lts: searches and reductions are tested on them.
 *
 * A program has a few threads of a few statements over shared variables and synchronization objects; each thread has two
 * locals. Values are 0 to 3 and wrap around, so every program has finitely many states. A state is plain bytes: it is
 * compared, copied and hashed as such.
 *
 * A transition of the lts is one visible statement and the maximal run of local ones after it. A thread's first statement
 * starts a transition even if it is local. A thread that runs off the end of its code exits, which is a visible statement.
 * As in real programs an assume is visible if it is false, and an assert (if the program says so) if it is going to fail.
 * Inside an atomic section nothing is: it belongs to one transition, as far as it gets. While somebody inside can move nobody else does;
 * of several, each of which had to wait there when the next one entered, the last one goes first.
 *
 * Pending operations are announced as src/probe does it: the same kinds, touching the same objects.
 */
#ifndef MZ_TESTS_TOY_H
#define MZ_TESTS_TOY_H

#include <stddef.h>

#include "model/lts.h"

enum { TOY_THREADS = 8, TOY_VARS = 8, TOY_MUTEXES = 8, TOY_CONDS = 4, TOY_LOCALS = 2, TOY_CODE = 32, TOY_VALUES = 4 };
enum { TOY_SEMS = 2, TOY_RWLOCKS = 2, TOY_BARRIERS = 2 };

/* In the comments: v and w variables, m mutex, c condition variable, s semaphore, l read-write lock, u thread, r local, q the other
 * local, a and b constants. */
enum toy_code {
    TOY_READ,      /* r = v */
    TOY_WRITE,     /* v = a */
    TOY_STORE,     /* v = r + a */
    TOY_CAS,       /* r = (v == a); if so v = b */
    TOY_ADD,       /* r = v; v += a, at once */
    TOY_COUNT,     /* v += a, at once: nobody is told what was there */
    TOY_FLIP,      /* v ^= a, likewise */
    TOY_COPY,      /* v = w */
    TOY_READ2,     /* r = v, q = the variable after it, at once */
    TOY_WRITE2,    /* v = a, the variable after it = b, at once */
    TOY_LOCK,      /* m */
    TOY_UNLOCK,    /* m; unless the thread holds it, no effect (or it fails: strict) */
    TOY_TRYLOCK,   /* r = 1 and m is taken, or r = 0 */
    TOY_WAIT,      /* c, m */
    TOY_TIMEDWAIT, /* c, m; r = 1 if it has timed out */
    TOY_SIGNAL,    /* c: one outcome for each waiter */
    TOY_BROADCAST, /* c */
    TOY_SEM_WAIT,  /* s */
    TOY_SEM_TRY,   /* r = 1 and s is taken, or r = 0 */
    TOY_SEM_POST,  /* s; no effect at the greatest value */
    TOY_SEM_VALUE, /* r = s */
    TOY_RDLOCK,    /* l */
    TOY_WRLOCK,    /* l */
    TOY_TRYRDLOCK, /* r = 1 and l is taken, or r = 0 */
    TOY_TRYWRLOCK, /* likewise */
    TOY_RWUNLOCK,  /* l; no effect unless the thread holds it */
    TOY_BARRIER,   /* b; r = 1 for the last to arrive */
    TOY_MEET,      /* b; nobody is told who was the last */
    TOY_SPAWN,     /* u; no effect if it exists */
    TOY_JOIN,      /* u; its number may be used again then */
    TOY_CANCEL,    /* u */
    TOY_TESTCANCEL,
    TOY_EXIT,
    TOY_QUIT,      /* the process ends */
    TOY_ENTER,     /* an atomic section; no effect inside one */
    TOY_LEAVE,     /* it; no effect outside */
    TOY_YIELD,
    TOY_CHOOSE,    /* r = one of 0 ... a - 1 */
    TOY_ASSERT,    /* r == a, or r != a if negated */
    TOY_ASSUME,    /* r == a, or r != a if negated: the path is given up otherwise */
    TOY_BRANCH,    /* if r == a (r != a if negated) go to target */
    TOY_JUMP,      /* go to target */
    TOY_LET,       /* r = a */
    TOY_CODES
};

struct toy_statement {
    uint8_t code;    /* enum toy_code */
    uint8_t local;   /* r */
    uint8_t object;  /* v, m, c, s, l, b or u */
    uint8_t second;  /* m of a wait, w of a copy */
    uint8_t a, b;
    uint8_t negated;
    uint8_t target;
};

struct toy_program {
    unsigned  threads;
    threadset spawned_later;  /* threads that do not exist until a spawn */
    bool      assert_parks;   /* a failing assert stops its thread; otherwise it ends the process */
    bool      assert_visible; /* one that fails is; otherwise it belongs to the transition of the statement before it */
    bool      strict;         /* unlocking a mutex that the thread does not hold fails */
    bool      spurious;       /* waits end by themselves */
    bool      births_fused;   /* a spawn belongs to the transition of the statement before it: one thread alone spawns, and joins */
    bool      loops_block;    /* a thread whose step leads back to the same state is not enabled */
    bool      reuses;         /* a thread that was joined may be spawned again */
    uint8_t   recursive;      /* mask of mutexes */
    uint8_t   sem_start[TOY_SEMS];
    uint8_t   barrier_size[TOY_BARRIERS];
    uint8_t   length[TOY_THREADS];
    struct toy_statement code[TOY_THREADS][TOY_CODE];
};

enum toy_phase {
    TOY_READY,
    TOY_WAITING, /* in the second half of a wait: until it is signalled and has the mutex again */
    TOY_LATE,    /* likewise, but it has timed out */
    TOY_HELD_UP, /* at a barrier, or about to leave it */
    TOY_ENDED,
    TOY_PARKED,  /* by a failing assert: it has not ended, keeps its mutexes and never moves */
    TOY_UNBORN,
};

struct toy_state {
    uint8_t var[TOY_VARS];
    uint8_t owner[TOY_MUTEXES]; /* thread + 1, or 0 */
    uint8_t again[TOY_MUTEXES]; /* times that the owner has locked it beyond the first */
    uint8_t waiters[TOY_CONDS]; /* masks of threads */
    uint8_t sem[TOY_SEMS];
    uint8_t readers[TOY_RWLOCKS], writer[TOY_RWLOCKS]; /* mask of threads; thread + 1 or 0 */
    uint8_t arrived[TOY_BARRIERS];                     /* masks of threads */
    struct {
        uint8_t pc, phase, local[TOY_LOCALS];
    } thread[TOY_THREADS];
    uint8_t inside[TOY_THREADS]; /* an atomic section: its turn, or 0 */
    uint8_t cancelled;          /* mask of threads */
    uint8_t assumed;            /* the path was given up */
    uint8_t quit;               /* thread + 1: it has ended the process */
    uint8_t zero;               /* to whole words */
};
enum { TOY_WORDS = sizeof(struct toy_state) / 8 };
_Static_assert(sizeof(struct toy_state) == 8 * TOY_WORDS, "states are hashed by words");

/* What a statement did, besides changing the state. */
enum toy_result { TOY_DONE, TOY_FAILED /* an assert, or an unlock */ };

void            toy_start(const struct toy_program *p, struct toy_state *s);
bool            toy_enabled(const struct toy_program *p, const struct toy_state *s, tid t); /* but for sections of others */
threadset       toy_enabled_set(const struct toy_program *p, const struct toy_state *s);
threadset       toy_looping_set(const struct toy_program *p, const struct toy_state *s); /* not enabled because their steps lead back */
unsigned        toy_outcomes(const struct toy_program *p, const struct toy_state *s, tid t);
enum toy_result toy_execute(const struct toy_program *p, struct toy_state *s, tid t, unsigned choice); /* one statement */
enum lts_end    toy_end(const struct toy_program *p, const struct toy_state *s);
struct toy_state toy_left(const struct toy_state *end); /* what can be told of an end: of an ended process, what ended it knew */
const struct toy_statement *toy_next(const struct toy_program *p, const struct toy_state *s, tid t);
bool            toy_holds(const struct toy_statement *x, const struct toy_state *s, tid t); /* what an assert, assume or branch tests */

/* toy_op.c: the operation that is announced; is that a scheduling point? `hidden`: mask of variables that count as local. */
uint64_t  toy_var_addr(unsigned v);
uint64_t  toy_sem_addr(unsigned s);
struct op toy_op(const struct toy_program *p, const struct toy_state *s, tid t);
bool      toy_is_visible(const struct toy_program *p, const struct toy_state *s, tid t, uint32_t hidden);
void      toy_touches(const struct toy_statement *x, uint32_t *reads, uint32_t *writes); /* masks of variables */
/* As may_access of lts_foresight: by the statements that the thread may come to. */
bool      toy_may_access(const struct toy_program *p, const struct toy_state *s, tid t, tid first, const struct access *a);
/* Can t come to its end, as far as the code says? */
bool      toy_way_out(const struct toy_program *p, const struct toy_state *s, tid t);
/* How its operation changes what it names first: WAY_WRITES, or a way that commutes (model/op.h). */
enum access_way toy_changes(const struct toy_program *p, const struct toy_statement *x);
/* Of a statement whose operation may only look (model/op.h): does it, in this state? */
bool      toy_only_looks(const struct toy_program *p, const struct toy_state *s, tid t);
/* The access that t is about to make: masks of variables, none inside an atomic section. Do two conflict, not both of them atomic? */
struct toy_access {
    uint32_t reads, writes;
    bool     atomic;
};
struct toy_access toy_access(const struct toy_program *p, const struct toy_state *s, tid t);
bool              toy_race(const struct toy_access *a, const struct toy_access *b);

/* Told of what the lts comes across, whoever searches it. Members may be NULL. */
struct toy_observer {
    void *self;
    void (*ended)(void *self, const struct toy_state *s);
    void (*deadlocked)(void *self, const struct toy_state *s);
    void (*failed)(void *self, tid t, unsigned pc); /* an assert, or an unlock */
    bool (*reached)(void *self, const struct toy_state *s, threadset enabled); /* false: of this state there is nothing to tell */
};

/* What mark() keeps. */
struct toy_saved {
    struct toy_state state;
    threadset        enabled;
};

/* A program being explored. */
struct toy {
    const struct toy_program *program;
    struct toy_state     state;
    threadset            enabled;    /* in that state */
    struct toy_observer  observer;
    struct toy_saved    *saved;      /* by mark() */
    size_t               saved_count, saved_capacity;
    struct op            op[TOY_THREADS];
    threadset            announced;  /* those whose op is that of the present state */
    struct fault         fault;
    bool                 faulted;
    uint32_t             hidden;     /* variables that are taken for local until two threads use them, one writing */
    uint32_t             readers[TOY_VARS], writers[TOY_VARS]; /* masks of threads */
    bool                 escaped;    /* those are choice points all the same, and taken for invisible (lts.h) */
    bool                 grew;
    bool                 frozen;     /* what is hidden stays so */
    bool                 asleep;     /* nobody moves */
    bool                 aside;      /* what is stepped is only tried: nobody is told */
    bool                 way_out;    /* loops are not meant to run for ever, if the code has a way out of them */
    uint64_t             steps;      /* made so far */
    uint8_t              fragment[TOY_THREADS][2]; /* statements [0], [1) of each thread are code fragment 0 */
    bool                 has_fragment; /* otherwise all of the program is */
    bool                 foreign;    /* what yields is said to be a call of a function without hooks */
    uint64_t             diverge_at; /* fail to be deterministic at that step; 0: never */
};

/* hidden: mask of variables whose visibility is to be found out; 0: all are visible. */
void toy_open(struct toy *y, const struct toy_program *p, uint32_t hidden);
void toy_close(struct toy *y);
struct lts toy_lts(struct toy *y);

/* One transition on a bare state: what the lts does in a step, without its bookkeeping. All variables are visible. */
enum toy_result toy_transition(const struct toy_program *p, struct toy_state *s, tid t, unsigned choice);

/* What the lts says of a state, whoever keeps it. */
struct digest toy_digest(const struct toy_state *s);
threadset     toy_live(const struct toy_program *p, const struct toy_state *s);
int           toy_touched(const struct toy_program *p, const struct toy_state *s, tid t, const struct op *op, struct access *out);
bool          toy_in_section(const struct toy_program *p, const struct toy_state *s, tid t); /* t's next step belongs to one */
bool          toy_is_forgotten(struct digest at, tid t); /* one step of four is not foreseen */
struct fault  toy_fault(const struct toy_state *after, tid t, unsigned from); /* a step of t that fails, from that statement */
/* False: whoever comes here again need not be told. */
bool          toy_observe(const struct toy_observer *o, const struct toy_state *s, threadset enabled, enum lts_end end);

/* toy_print.c: the program for people; the text is long enough for any. */
enum { TOY_TEXT = 16384 };
void toy_print(const struct toy_program *p, char text[TOY_TEXT]);

#endif
