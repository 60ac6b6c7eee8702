/* tcb.h - thread control blocks and thread-local storage (glibc's own), one per thread number.
 *
 * A real pthread is started on memory of ours; it tells its thread pointer and leaves by the bare exit system call. What
 * remains is a control block of glibc's own making at a fixed address, which a coroutine uses by setting the thread
 * pointer. Blocks are made once per thread number and kept. Thread-local storage of the program's own modules is memory
 * like any other; that of libraries (errno, ...) is written without hooks and belongs to the thread's saved state.
 */
#ifndef MZ_WORLD_STATE_TCB_H
#define MZ_WORLD_STATE_TCB_H

#include <stdbool.h>
#include <stdint.h>

#include "model/threadset.h"
#include "world/thread.h"

bool     tcb_prepare(void);               /* at start, on the process's own thread */
uint64_t tcb_make(tid t);                 /* thread pointer for t; 0 when the system refuses a thread */
uint64_t tcb_of(tid t);                   /* the same, once it is made; it stays for good, also while t is not alive */
void     tcb_adopt_main(uint64_t tp);     /* thread 0 takes over what start-up code left in the process's own block */
void     tcb_use(uint64_t tp);            /* set the thread pointer of this OS thread */
uint64_t tcb_current(void);               /* the thread pointer in use */
uint64_t tcb_self(uint64_t tp);           /* the pthread_t of the thread with this thread pointer, as in glibc */
void     tcb_reset(const struct thread *t); /* the program's part: back to a new thread's contents, noted for undo */

/* Thread-local storage of libraries: [lo, hi) for the thread pointer tp. Empty when lo == hi. */
void tcb_foreign(uint64_t tp, uint64_t *lo, uint64_t *hi);
bool tcb_is_foreign(uint64_t tp, uint64_t addr);

/* Thread-local storage of the program's own modules: ranges 0, 1, ... until false. */
bool tcb_program(uint64_t tp, unsigned index, uint64_t *lo, uint64_t *hi);

#endif
