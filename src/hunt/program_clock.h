/* program_clock.h - the program's clocks: the real ones, and what was skipped of sleeps and time-outs while nobody could move (unless
 * --real-time, and until there is a child process, to which time is real; nor beyond the end of a timer of the kernel). */
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
struct timespec clock_to_kernel(const struct timespec *until);          /* what the kernel is to be told: it has skipped nothing */
void clock_await_kernel(uint64_t time);                                 /* the kernel does something then, by hunt_now() */

#endif
