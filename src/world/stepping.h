/* stepping.h - the thread whose step is being made, and what becomes of a crash in it. */
#ifndef MZ_WORLD_STEPPING_H
#define MZ_WORLD_STEPPING_H

#include "world/switch.h"
#include "world/world.h"

struct stepping {
    struct checkpoint escape;
    volatile bool     guarded; /* the engine is touching memory that the program named: a crash now is the program's fault */
    struct thread    *thread;  /* whose operation is being performed, or who runs */
};
extern struct stepping mz__stepping;

/* The semantics of an operation change memory. Operations that name no memory (OP_CALL) touch it all the same. */
void stepping_noted(const volatile void *addr, uint64_t size);

/* A signal has ended the running thread's step: note what happened. For signal handlers. pc and sp are the thread's, or 0 if
 * it was the engine that crashed. */
void stepping_crashed(enum fault_kind kind, int signal, uint64_t pc, uint64_t sp, uint64_t addr, const char *text);

/* Back to where the step began. For signal handlers, too. */
void stepping_escape(void) __attribute__((noreturn));

#endif
