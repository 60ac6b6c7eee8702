/* support.h - functions of the checker for parts of libstdc++ written anew: functions of the runtime, and of the stub
 * in a run without a check. */
#ifndef MZ_CXX_SUPPORT_H
#define MZ_CXX_SUPPORT_H

extern "C" {

/* Sleep until mz_wake_up(addr), if the `size` bytes at addr still are `seen`; perhaps wake up without. Nonzero: its deadline is
 * over, or (where it has none) the bytes were others. The deadline is what mz_now() would show, of either clock; 0: none. */
int mz_wait_on(const void *addr, unsigned long seen, unsigned size, unsigned long until);
void mz_wake_up(const void *addr, int all);

/* Time of the calendar, or of the clock that only counts: nanoseconds. */
unsigned long mz_now(int calendar);

/* The program ends because std::terminate was called. */
[[noreturn]] void mz_terminate(const char *sentence);
}

#endif
