/* run.h - letting threads run: from a pending operation to the next visible one. */
#ifndef MZ_WORLD_RUN_H
#define MZ_WORLD_RUN_H

#include "world/world.h"

/* Perform t's pending operation with the given outcome and let it, and all threads that it creates, run on to their next
 * visible operations. */
void run_step(struct world *w, struct thread *t, unsigned choice);

/* The semantics of an operation change memory. Operations that name no memory (OP_CALL) touch it all the same. */
void run_noted(const volatile void *addr, uint64_t size);

void world_setup_done(struct world *w);

/* The engine is touching memory that the program named: a crash now is the program's fault. Signal handlers use it. */
bool run_is_guarded(void);
void run_escape(void) __attribute__((noreturn));

/* A signal has ended the running thread's step: note what happened. For signal handlers. pc and sp are the thread's, or 0 if
 * it was the engine that crashed. */
void run_crashed(enum fault_kind kind, int signal, uint64_t pc, uint64_t sp, uint64_t addr, const char *text);

#endif
