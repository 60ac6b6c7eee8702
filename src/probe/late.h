/* late.h - a C++ program looks at the clock to find out whether a wait has timed out or a sleep is over. Time stands still (time.c), so
 * it would wait for ever. Instead the first look at a clock of std::chrono after a wait that timed out, or a sleep, finds that so much
 * time has passed; the next one does not, so that loops with timeouts come back to the states where they were. */
#ifndef MZ_PROBE_LATE_H
#define MZ_PROBE_LATE_H

#include <time.h>

#include "probe/probe.h"

/* The time from what clocks show to the deadline, in nanoseconds; 0 if it is over, or nobody asks. */
uint64_t late_until(const struct timespec *deadline);

/* Set before the program starts, by libmazurka-cxx.so. In other programs nobody looks. */
extern bool mz__late_wanted;

/* The thread has waited for so long. Engine only. */
void late_by(const struct thread *t, uint64_t nanoseconds);

#endif
