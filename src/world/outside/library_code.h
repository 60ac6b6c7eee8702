/* library_code.h - code of libraries without hooks cannot be executed while the program itself runs: so no call of it goes unnoticed,
 * also not through a pointer that a library has given to the program. The C library and that of mathematics are left out: functions
 * of theirs that need no guard are called directly.
 *
 * That costs two system calls each time that a thread goes outside. If all that the program calls through pointers is announced it cannot
 * come there unnoticed: nothing is forbidden, until such a call, or a stand-in that calls functions, is given one of a library. */
#ifndef MZ_WORLD_OUTSIDE_LIBRARY_CODE_H
#define MZ_WORLD_OUTSIDE_LIBRARY_CODE_H

#include <stdbool.h>
#include <stdint.h>

/* Every library that is there. Nothing is forbidden yet. False: there are too many. */
bool library_code_prepare(void);

/* The same for code that lies in no module: somebody has written it, or mapped it, by himself. */
bool library_code_add(uint64_t lo, uint64_t hi, int protection);

/* A stand-in was given this function, and will call it; or the program will, through a pointer. */
void library_code_given(uint64_t function);

/* Set-up is over. announced: the program itself calls nothing through pointers but what is announced. */
void library_code_setup_done(bool announced);

/* A thread goes outside, or is back. Only what threads have used there before is allowed: that of other libraries stays as it is. */
void library_code_allow(void);
void library_code_forbid(void);

/* A thread that is outside has come to this code, and was stopped there: it is allowed from now on. False: it was not forbidden. */
bool library_code_is_used(uint64_t pc);

/* Is it code that is forbidden now? */
bool library_code_has(uint64_t pc);

#endif
