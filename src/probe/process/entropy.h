/* entropy.h - random bytes that the program asks the system for: the same each time. */
#ifndef MZ_PROBE_PROCESS_ENTROPY_H
#define MZ_PROBE_PROCESS_ENTROPY_H

#include "probe/libc.h"

/* getrandom, by a call of the program's that returns to pc. */
long entropy_getrandom(uint64_t pc, void *to, uint64_t size, unsigned flags);

/* Set-up has opened a file: if it is a random device the descriptor is led to bytes of ours. Returns the descriptor. */
int entropy_opened(uint64_t pc, int fd);

#endif
