/* program_clock.h - the program's clocks: the real ones, and what was skipped of sleeps and time-outs while nobody could move (unless
 * --real-time, and until there is a child process, to which time is real). */
#ifndef MZ_HUNT_PROGRAM_CLOCK_H
#define MZ_HUNT_PROGRAM_CLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

bool clock_is_valid(const struct timespec *t);
bool clock_is_known(clockid_t clock);
uint64_t clock_deadline(clockid_t clock, const struct timespec *until); /* by hunt_now() */
uint64_t clock_after(const struct timespec *span);                      /* NULL: never */
uint64_t clock_after_ms(int milliseconds);                              /* negative: never */

#endif
