/* own_code.h - functions of the program itself that have no hooks: those of static archives and objects that were not built by
 * `mazurka cc`. The tool names them (wire.h: bare).
 *
 * They are treated as functions of libraries without hooks: a trap lies where each begins, so that a thread that comes there from code with
 * hooks is led to a thunk (outside.h), however it has come by the function. Threads that are outside pass: traps that they meet are lifted
 * until they come back.
 */
#ifndef MZ_WORLD_OUTSIDE_OWN_CODE_H
#define MZ_WORLD_OUTSIDE_OWN_CODE_H

#include "wire/wire.h"

/* Lays the traps; tells whether they lie (wire->bare_laid). */
void own_code_prepare(struct wire *wire);

/* A thread goes outside, or is back. */
void own_code_allow(void);
void own_code_forbid(void);

/* Does one of these functions begin there? For the handler of signals. */
bool own_code_begins(uint64_t pc);

/* A thread that is outside has come to it: it may go on. */
bool own_code_goes_on(uint64_t pc);

#endif
