/* debugger.h - a replay under a debugger: where it stops, and where each thread of the program is then.
 *
 * Threads are contexts of one process, of which a debugger sees the engine's alone. What is written down here is read by
 * tool/run/gdb_script.py, which knows the layout: words of 64 bits in this order.
 */
#ifndef MZ_WORLD_WATCH_DEBUGGER_H
#define MZ_WORLD_WATCH_DEBUGGER_H

#include "wire/wire.h"
#include "world/thread.h"

enum { DEBUGGER_SAVED = 12 }; /* registers that a call keeps: r15, r14, r13, r12, rbx, rbp; x19 to x30 */

/* Position of a thread: its registers behind the call that has announced what it does next, or those with which it
 * crashed. */
struct debugger_thread {
    uint64_t number, start, operation; /* its function; the name of what it does next, a string */
    uint64_t pc, sp, saved[DEBUGGER_SAVED];
};

enum debugger_reason { DEBUGGER_STEP, DEBUGGER_FAULT, DEBUGGER_END };

struct debugger {
    uint64_t attached;        /* set by the debugger: the replay begins */
    uint64_t until;           /* stop before the step of this number, from 1; 0: before none. Set by the debugger, too */
    uint64_t step;            /* number of the one that is taken, or was last */
    uint64_t reason;          /* of the stop: enum debugger_reason */
    uint64_t thread;          /* that it is about */
    uint64_t kind, text;      /* of a fault: its word and what else is known of it, strings */
    uint64_t count, stride;   /* of the threads below, and of one in bytes */
    struct debugger_thread at[MAX_THREADS];
};

extern struct debugger mz__debugger;

/* With config.debugged: waits until a debugger is there. */
void debugger_prepare(struct wire *wire);

/* In a replay, before a step. That of config.until is the last: without a debugger the process ends. */
void debugger_step(struct wire *wire, const struct thread *t);

/* For the rest only config.debugged matters. */
void debugger_fault(const struct wire *wire, const struct fault *f);
void debugger_end(const struct wire *wire); /* there was no fault */
/* By the signal handler: the thread's registers, in the order of debugger_thread.saved. */
void debugger_crashed(const struct thread *t, uint64_t pc, uint64_t sp, const uint64_t saved[DEBUGGER_SAVED]);

#endif
