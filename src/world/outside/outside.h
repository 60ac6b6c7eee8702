/* outside.h - functions without hooks: code of libraries that were not built by `mazurka cc`, called by the program.
 *
 * What such a function reads and writes is not announced. So every call of one that is not known (model/call_table.h) goes through a
 * thunk, however the program has come by the function: a place in its tables of imported functions is made to point at the thunk, and
 * so is one where a library has the address of a function of the C library; what dlsym finds is exchanged for it; and code of
 * libraries cannot be executed by the program at all (library_code.h), so that a call through any other pointer is led there, too.
 * The thunk announces OP_FOREIGN; when that is performed the thread is *outside*: the function runs natively, and what it has written
 * is found when it comes back (call_writes.h). What it may read is what its arguments and its libraries' data reach (reach.h).
 *
 * A thread that is outside comes back in three ways: the function returns (to mz__outside_return); it calls a stand-in, which
 * announces as ever; it calls a function of the program, whose entry hook sees that nobody is inside and lets the thread in. That
 * function returns to mz__inside_return, and the thread is outside again. Both ways back are put in the place of return
 * addresses (returns.h).
 *
 * thread.outside is the number of the function plus 1 while the thread is outside, else 0. mz__hot.inside is the running thread
 * if it is not outside.
 */
#ifndef MZ_WORLD_OUTSIDE_OUTSIDE_H
#define MZ_WORLD_OUTSIDE_OUTSIDE_H

#include "world/outside/footprints.h"
#include "wire/wire.h"
#include "world/outside/thunk_frame.h"
#include "world/thread.h"

enum { OUTSIDE_MOST = WIRE_MAX_GUARDED, OUTSIDE_THUNK = 16 };

/* Find imports of unknown functions and lead them here. False: no memory. */
bool outside_prepare(struct wire *wire);

/* Address of function number n. */
uint64_t outside_function(uint64_t n);

/* Whose data it may use besides those of libraries (enum reach_data): the C library's, as a function of it that does, or of a library that
 * calls such functions; the program's, as a function of its own. */
unsigned outside_data(uint64_t n);

/* Footprint of its arguments, where that is known; or NULL. */
const struct footprint *outside_footprint(uint64_t n);

/* The user says that it changes no memory and keeps no state: it is not followed. */
bool outside_is_trusted(uint64_t n);

/* May it be called as it is? */
bool outside_needs_no_guard(uint64_t n);

/* The function touches memory that threads share: it is not known in which order it does so. */
void outside_shares(uint64_t n);

/* The program has the loader look for a name, by a call that returns to pc: announce that it reads it (probe/string/readers.c). */
void outside_reads_name(uint64_t pc, const char *name);

/* The program has come to code without hooks by itself, through a pointer that a library gave to it: the thunk by which it should have
 * come; 0 if that is not what has happened. For the handler of signals. */
uint64_t outside_stray(uint64_t pc);

/* A thread that is outside has come to a library that none had come to before: it may go on. For the handler of signals. */
bool outside_goes_on(uint64_t pc);

/* Is it the data of a library whose functions are led here? Its locks are modelled like the program's. */
bool outside_owns(uint64_t addr);

/* A stand-in was given this function, and will call it; or the program will, through a pointer; `by`: where. */
void outside_given(uint64_t function);
void outside_called(uint64_t function, uint64_t by);

/* From now on code of libraries can be executed only by threads that are outside. */
void outside_setup_done(void);

/* Let a thread that is outside run until it announces. */
void outside_run(struct thread *t);

/* In assembly. */
extern char mz__outside_thunks[];
void mz__outside_return(void);
void mz__outside_full(void); /* in C: there are too many functions for this one to be called */
void mz__inside_return(void);
void mz__inside_entry(void *pc);

#endif
