/* signals.h - the model's state of signals: what each does, who blocks which, and which were sent and not yet taken.
 *
 * Nothing arrives from outside. What threads send (kill.c) is taken by a thread that waits for it, or does to the program what it
 * does by default. For the engine's stack.
 */
#ifndef MZ_PROBE_SIGNALS_H
#define MZ_PROBE_SIGNALS_H

#include <signal.h>

#include "probe/probe.h"

enum { SIGNALS = 65, TO_PROCESS = MAX_THREADS };

/* In sets signal n is bit n - 1. Sending touches everything, waiting touches `sent`; a mask is its thread's own, and setting it reads
 * what is in front of it. */
struct signals {
    uint64_t sent[MAX_THREADS + 1]; /* to each thread, and to the process */
    uint64_t disposition[SIGNALS];  /* SIG_DFL (0) or SIG_IGN */
    uint64_t mask[MAX_THREADS];     /* blocked; a new thread begins with its creator's */
};
extern struct signals mz__signals;

static inline uint64_t signal_bit(int number)
{
    return (uint64_t)1 << (number - 1);
}

static inline bool signal_exists(int number)
{
    return number >= 1 && number < SIGNALS;
}

/* The signal reaches thread t, which does not block it: what it does by default, unless it is ignored. `op` is who made it so. */
enum performed signal_act(struct thread *t, const struct op *op, int number);

#endif
