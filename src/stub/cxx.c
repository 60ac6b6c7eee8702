/* cxx.c - functions that libmazurka-cxx.so and its headers call, in a run without a check. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "stub/stub.h"

EXPORTED(unsigned long, mz_now, int calendar)
{
    struct timespec now;
    clock_gettime(calendar ? CLOCK_REALTIME : CLOCK_MONOTONIC, &now);
    return (unsigned long)now.tv_sec * 1000000000 + (unsigned long)now.tv_nsec;
}

/* Callers look at the memory again and again: a nap instead of a wake-up is good enough. Moments of the calendar are much later than those
 * of a clock that counts since the machine was started. */
EXPORTED(int, mz_wait_on, const void *addr UNUSED, unsigned long seen UNUSED, unsigned size UNUSED, unsigned long until)
{
    const unsigned long twenty_years = 20UL * 365 * 86400 * 1000000000;
    nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
    return until && mz_now(until > twenty_years) >= until ? ETIMEDOUT : 0;
}

EXPORTED(void, mz_wake_up, const void *addr UNUSED, int all UNUSED) {}

EXPORTED(void, mz_terminate, const char *sentence)
{
    fflush(stdout);
    fprintf(stderr, "terminate: %s\n", sentence);
    abort();
}
