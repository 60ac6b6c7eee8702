/* futex.h - waiting for memory to change; see futex.c. The functions for C++ are declared in cxx/support.h. */
#ifndef MZ_PROBE_SYNC_FUTEX_H
#define MZ_PROBE_SYNC_FUTEX_H

#include <stdint.h>
#include <time.h>

#include "model/op.h"

/* The system call, made by a stand-in on behalf of a call that returns to pc. */
uint64_t futex_call(uint64_t pc, uint32_t *addr, int operation, uint32_t value, const struct timespec *limit, uint32_t mask);

int  mz_wait_on(const void *addr, uint64_t seen, unsigned size, uint64_t until);
void mz_wake_up(const void *addr, int all);

#endif
