/* threads.h - preparations before the first thread. */
#ifndef MZ_HUNT_THREADS_H
#define MZ_HUNT_THREADS_H

void threads_begin(void);

#endif
