/* reached_code.h - reached code: traps that tell whether a place in the program was reached in any interleaving.
 *
 * The tool names addresses (wire.h: spots). Each gets a trap in place of its first bytes; the first thread that comes there puts them
 * back, tells, and goes on. That costs nothing where nobody comes, and once where somebody does. Each process of a search has its
 * own traps; what they tell goes to the memory that all share.
 *
 * What set-up reaches is told apart from what is reached later: the traps that it has met are laid once more when it is over. A function
 * that is still active then, and goes on behind set-up, counts as reached.
 */
#ifndef MZ_WORLD_WATCH_REACHED_CODE_H
#define MZ_WORLD_WATCH_REACHED_CODE_H

#include <stdbool.h>
#include <stdint.h>

#include "wire/wire.h"

/* Lays the traps, in the program's own code. Where the system does not let it be written there are none, and nothing is told. */
void reached_code_prepare(struct wire *wire);

/* Set-up is over. */
void reached_code_setup_done(void);

/* In the handler of SIGILL: was it one of ours? Then the thread goes on there. */
bool reached_code_here(uint64_t pc);

#endif
