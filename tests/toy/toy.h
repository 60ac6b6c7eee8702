/* toy.h - small multithreaded programs as tables, and their lts: searches and reductions are tested on them.
 *
 * A program has a few threads of a few statements over shared variables, mutexes and condition variables; each thread has
 * two locals. Values are 0 to 3 and wrap around, so every program has finitely many states. A state is plain bytes: it is
 * compared, copied and hashed as such.
 *
 * A transition of the lts is one visible statement and the maximal run of local ones after it. A thread's first statement
 * starts a transition even if it is local. A thread that runs off the end of its code exits, which is a visible statement.
 */
#ifndef MZ_TESTS_TOY_H
#define MZ_TESTS_TOY_H

#include <stddef.h>

#include "model/lts.h"

enum { TOY_THREADS = 8, TOY_VARS = 8, TOY_MUTEXES = 8, TOY_CONDS = 4, TOY_LOCALS = 2, TOY_CODE = 32, TOY_VALUES = 4 };

/* In the comments: v variable, m mutex, c condition variable, u thread, r local, a and b constants. */
enum toy_code {
    TOY_READ,      /* r = v */
    TOY_WRITE,     /* v = a */
    TOY_STORE,     /* v = r + a */
    TOY_CAS,       /* r = (v == a); if so v = b */
    TOY_ADD,       /* r = v; v += a, at once */
    TOY_LOCK,      /* m */
    TOY_UNLOCK,    /* m; no effect unless the thread holds it */
    TOY_TRYLOCK,   /* r = 1 and m is taken, or r = 0 */
    TOY_WAIT,      /* c, m */
    TOY_SIGNAL,    /* c: one outcome for each waiter */
    TOY_BROADCAST, /* c */
    TOY_SPAWN,     /* u */
    TOY_JOIN,      /* u */
    TOY_EXIT,
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
    uint8_t object;  /* v, m, c or u */
    uint8_t second;  /* m of a wait */
    uint8_t a, b;
    uint8_t negated;
    uint8_t target;
};

struct toy_program {
    unsigned  threads;
    threadset spawned_later;  /* threads that do not exist until a spawn */
    bool      assert_parks;   /* a failing assert stops its thread; otherwise it ends the process */
    bool      assert_visible; /* an assert is a transition of its own */
    uint8_t   length[TOY_THREADS];
    struct toy_statement code[TOY_THREADS][TOY_CODE];
};

enum toy_phase {
    TOY_READY,
    TOY_WAITING, /* in the second half of a wait: until it is signalled and has the mutex again */
    TOY_ENDED,
    TOY_PARKED,  /* by a failing assert: it has not ended, keeps its mutexes and never moves */
    TOY_UNBORN,
};

struct toy_state {
    uint8_t var[TOY_VARS];
    uint8_t owner[TOY_MUTEXES]; /* thread + 1, or 0 */
    uint8_t waiters[TOY_CONDS]; /* mask of threads */
    struct {
        uint8_t pc, phase, local[TOY_LOCALS];
    } thread[TOY_THREADS];
    uint8_t assumed;            /* the path was given up */
    uint8_t zero[3];            /* to whole words */
};
enum { TOY_WORDS = sizeof(struct toy_state) / 8 };
_Static_assert(sizeof(struct toy_state) == 8 * TOY_WORDS, "states are hashed by words");

/* What a statement did, besides changing the state. */
enum toy_result { TOY_DONE, TOY_FAILED /* an assert */ };

void            toy_start(const struct toy_program *p, struct toy_state *s);
bool            toy_enabled(const struct toy_program *p, const struct toy_state *s, tid t);
threadset       toy_enabled_set(const struct toy_program *p, const struct toy_state *s);
unsigned        toy_outcomes(const struct toy_program *p, const struct toy_state *s, tid t);
enum toy_result toy_execute(const struct toy_program *p, struct toy_state *s, tid t, unsigned choice); /* one statement */
enum lts_end    toy_end(const struct toy_program *p, const struct toy_state *s);
const struct toy_statement *toy_next(const struct toy_program *p, const struct toy_state *s, tid t);
bool            toy_is_access(const struct toy_statement *x);
bool            toy_is_visible(const struct toy_program *p, uint32_t hidden, const struct toy_statement *x);
struct op       toy_op(const struct toy_program *p, const struct toy_state *s, tid t);

/* Told of what the lts comes across, whoever searches it. Members may be NULL. */
struct toy_observer {
    void *self;
    void (*ended)(void *self, const struct toy_state *s);
    void (*deadlocked)(void *self, const struct toy_state *s);
    void (*failed)(void *self, tid t, unsigned pc); /* an assert */
};

/* A program being explored. */
struct toy {
    const struct toy_program *program;
    struct toy_state     state;
    threadset            enabled;    /* in that state */
    struct toy_observer  observer;
    struct toy_state    *saved;      /* by mark() */
    size_t               saved_count, saved_capacity;
    struct op            op[TOY_THREADS];
    struct fault         fault;
    bool                 faulted;
    uint32_t             hidden;     /* variables that are taken for local until two threads use them, one writing */
    uint32_t             readers[TOY_VARS], writers[TOY_VARS]; /* masks of threads */
    bool                 grew;
    bool                 frozen;     /* what is hidden stays so */
    uint64_t             steps;      /* made so far */
    uint64_t             diverge_at; /* fail to be deterministic at that step; 0: never */
};

/* hidden: mask of variables whose visibility is to be found out; 0: all are visible. */
void toy_open(struct toy *y, const struct toy_program *p, uint32_t hidden);
void toy_close(struct toy *y);
struct lts toy_lts(struct toy *y);

/* One transition on a bare state: what the lts does in a step, without its bookkeeping. All variables are visible. */
enum toy_result toy_transition(const struct toy_program *p, struct toy_state *s, tid t, unsigned choice);

/* toy_print.c: the program for people; the text is long enough for any. */
enum { TOY_TEXT = 16384 };
void toy_print(const struct toy_program *p, char text[TOY_TEXT]);

#endif
