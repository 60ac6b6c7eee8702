/* traps.h - traps in the code of the program: instructions exchanged for ones that no processor knows, so that a thread which comes there
 * gets SIGILL. (Not a trap for debuggers: a debugger may be attached.)
 *
 * Code can be written or executed, never both. What was opened last, a page or more, stays so until traps_close(): the callers exchange
 * many at once, by their addresses, and let nobody run in between.
 */
#ifndef MZ_WORLD_LOADED_TRAPS_H
#define MZ_WORLD_LOADED_TRAPS_H

#include <stdbool.h>
#include <stdint.h>

/* Instruction that is exchanged: it lies in one page. */
#if defined(__x86_64__)
typedef uint8_t trap;
#else
typedef uint32_t trap;
#endif

/* Many will be exchanged, of one segment, from the one at `first` to the one at `last`. */
bool traps_open(uint64_t first, uint64_t last);

/* The instruction that is there; false: it cannot be written to. */
bool traps_lay(uint64_t at, trap *was);
bool traps_lift(uint64_t at, trap was);
bool traps_close(void);

#endif
