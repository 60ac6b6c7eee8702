/* signals.h - the model's state of signals: what each does, who blocks which, and which were sent and not yet taken.
 *
 * Nothing arrives from outside. What threads send (kill.c) is taken by a thread that waits for it, or does to the program what it
 * does by default, or calls a handler in the thread that has sent it. For the engine's stack.
 */
#ifndef MZ_PROBE_PROCESS_SIGNALS_H
#define MZ_PROBE_PROCESS_SIGNALS_H

#include <signal.h>

#include "probe/probe.h"

enum { SIGNALS = 65, TO_PROCESS = MAX_THREADS };

/* Disposition of a signal, as struct sigaction has it. */
struct disposition {
    uint64_t handler; /* SIG_DFL (0), SIG_IGN, or a function */
    uint64_t blocks;  /* while that runs */
    uint64_t flags;
};

/* In sets signal n is bit n - 1. Sending touches everything, waiting touches `sent`; a mask is its thread's own, and to unblock anything
 * takes what is in front of it: what was sent, and a handler for one time. */
struct signals {
    uint64_t sent[MAX_THREADS + 1]; /* to each thread, and to the process */
    struct disposition disposition[SIGNALS];
    uint64_t mask[MAX_THREADS];     /* blocked; a new thread begins with its creator's */
};
extern struct signals mz__signals;

static const uint64_t signals_never_blocked = (uint64_t)1 << (SIGKILL - 1) | (uint64_t)1 << (SIGSTOP - 1);

static inline uint64_t signal_bit(int number)
{
    return (uint64_t)1 << (number - 1);
}

static inline bool signal_exists(int number)
{
    return number >= 1 && number < SIGNALS;
}

static inline bool signal_has_handler(int number)
{
    uint64_t handler = mz__signals.disposition[number].handler;
    return handler != (uint64_t)SIG_DFL && handler != (uint64_t)SIG_IGN;
}

/* The signal reaches thread t, which does not block it, by its own operation `op`: the thread goes on in the handler, and then where the
 * operation returns to; without a handler it does what it does by default, unless it is ignored. code: SI_USER, or SI_TKILL if it was sent
 * to the thread. */
enum performed signal_act(struct thread *t, const struct op *op, int number, int code);

/* A new thread has no other stack for handlers (other_stack.c). */
void other_stack_none(tid born);

#endif
