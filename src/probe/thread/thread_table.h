/* thread_table.h - the model's table of threads: what other threads can find out about one. */
#ifndef MZ_PROBE_THREAD_THREAD_TABLE_H
#define MZ_PROBE_THREAD_THREAD_TABLE_H

#include "probe/probe.h"

enum thread_state { THREAD_FREE, THREAD_ALIVE, THREAD_EXITED };

struct thread_entry {
    uint32_t state;     /* enum thread_state */
    uint32_t detached;
    uint64_t value;     /* what it returned */
    uint64_t uncancellable; /* pthread_setcancelstate, pthread_setcanceltype: CANCEL_… */
    uint64_t cancelled; /* a request is pending */
};

enum { CANCEL_DISABLED = 1, CANCEL_ASYNCHRONOUS = 2 };

/* Object that stands for the thread in operations on it: the first word of its entry. */
enum { THREAD_IDENTITY = 8 };

extern struct thread_entry mz__threads[MAX_THREADS]; /* MODEL */

/* End the calling thread: unwind its stack (cleanup handlers run), then its destructors, then announce OP_EXIT. */
void thread_leave(void *value) __attribute__((noreturn));

/* Destructors of C++'s thread_local variables, on the program's thread. */
void thread_run_destructors(void);

/* Destructors of thread-specific data, on the program's thread. */
void keys_run_destructors(void);

int thread_number_read(const struct thread *t, const struct op *op, struct access out[SEMANTICS_ALSO]); /* semantics.also_touches */

#endif
