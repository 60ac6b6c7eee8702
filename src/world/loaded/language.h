/* language.h - run-time libraries of languages (libstdc++, libgcc_s): they are neither guarded nor forbidden, for functions of theirs
 * that are known are called at every turn, and unwind. By name the program can call others only if it imports them, and the tool looks
 * there. What it calls through pointers, by virtual tables above all, is looked at here. */
#ifndef MZ_WORLD_LOADED_LANGUAGE_H
#define MZ_WORLD_LOADED_LANGUAGE_H

#include "wire/wire.h"

/* Before the program starts. */
void language_prepare(struct wire *wire);

bool language_is_there(void);

/* Is it code of the OpenMP library for checks (src/omp)? Nobody can tell from what that library does which addresses malloc gives to
 * it, nor in which order its relaxed atomics take effect. */
bool language_is_openmp(uint64_t pc);

/* Code at `by` calls the function through a pointer, or a stand-in will (by: 0). If it is one of those libraries, and nothing is known
 * of it, the tool is told its name (wire->loose_function). */
void language_called(uint64_t function, uint64_t by);

/* Is it a part of a standard stream that functions for input and output change? They may be called by several threads at once, as long as
 * the stream is synchronized with C's: no data race. Where it is not, they race in its buffer all the same. */
bool language_is_synchronized(uint64_t addr);

#endif
