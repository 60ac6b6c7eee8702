/* thread.h - a thread of the program as the runtime keeps it.
 *
 * What changes here is rewound: it is saved into the undo log the first time a thread is touched in an epoch. What
 * belongs to the identity of a state is in the thread's digest (pending operation, live stack, saved registers,
 * thread-local blocks); the rest follows from it.
 *
 * The assembly of switch_*.S knows the offsets of the first fields.
 */
#ifndef MZ_WORLD_THREAD_H
#define MZ_WORLD_THREAD_H

#include "model/lts.h"

/* One function on a thread's stack, pushed by __tsan_func_entry. */
struct frame {
    uint64_t      pc;     /* return address: the call site in the caller */
    uint64_t      sp;     /* stack pointer of the function at its entry hook */
    uint64_t      hook;   /* where that hook returns to: what is known of the function is found by it (dead.h) */
    struct digest chain;  /* digest of this frame and all older ones; valid below thread.chained */
};

struct thread {
    uint64_t     sp;        /* asm: saved stack pointer of a parked thread */
    uint64_t     result[2]; /* asm: what the announced call returns when the thread is resumed */
    struct op    op;        /* asm: pending operation, filled in by mz__announce */
    uint64_t     resume_at; /* asm: function to jump to instead of returning from the announced call; gets the thread. Set by the step
                             * that resumes it, and no part of a state: what is left of it depends on what was announced since */
    /* call stack */
    uint32_t     depth;     /* frames in use */
    uint32_t     saved;     /* frames [saved, depth) lie in what is saved in this epoch */
    uint32_t     chained;   /* frames below this index have a valid chain digest */
    uint32_t     atomic;    /* in mz_atomic_begin: its turn << 16 | nesting depth. Later turns go first */
    uint64_t     epoch;     /* in which it was last saved */
    uint64_t     saved_hi;  /* the stack is saved in this epoch from the thread's sp up to here */
    uint64_t     outside;   /* runs a function without hooks: its number + 1 (outside.h) */
    uint64_t     returns;   /* exclusive-or over the true return addresses that outside.h keeps for it */
    struct thread_loop {    /* rounds that it makes (counting.h). No part of the state */
        uint64_t pc, sp;        /* where a round begins */
        uint64_t looks, before; /* what this round has looked at and found so far, and all of the one before */
        uint32_t since, steps;  /* of this round so far, and of the one before */
        uint32_t rounds;        /* that were alike, one after the other */
    } loop;
    struct digest digest;   /* its contribution to the digest of the state */
    uint64_t     hashed_to; /* the stack up to here is part of the state; above is the code that calls main, with secrets of the process */
    /* The rest is settled at its birth. */
    uint32_t     number;    /* its thread number */
    uint32_t     unused;
    struct frame *frames;
    uint64_t     stack_base;/* highest address of the stack */
    uint64_t     stack_lo;  /* lowest usable one */
    uint64_t     tp;        /* thread pointer */
    uint64_t     start, argument, created_pc;
};

/* Members that change in a thread's life. */
enum { THREAD_CHANGING = __builtin_offsetof(struct thread, number) };

/* Bytes above the base of every stack: the exception by which a thread is unwound, which outlives all its frames. They are memory
 * like any other, noted before they are used. */
enum { THREAD_KEEPSAKE = 64 };

_Static_assert(__builtin_offsetof(struct thread, op) == 24 && __builtin_offsetof(struct thread, resume_at) == 96 &&
                   __builtin_offsetof(struct op, kind) == 64 && __builtin_offsetof(struct op, pc) == 56,
               "switch_*.S knows these offsets");

#endif
