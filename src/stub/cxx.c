/* cxx.c - what libmazurka-cxx.so and its headers call, in a run without a check. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "stub/stub.h"

/* Callers look at the memory again and again: a nap instead of a wake-up is good enough. */
EXPORTED(int, mz_wait_on, const void *addr UNUSED, unsigned long seen UNUSED, unsigned size UNUSED, unsigned long until UNUSED)
{
    nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
    return 0;
}

EXPORTED(void, mz_wake_up, const void *addr UNUSED, int all UNUSED) {}

EXPORTED(unsigned long, mz_now, int calendar)
{
    struct timespec now;
    clock_gettime(calendar ? CLOCK_REALTIME : CLOCK_MONOTONIC, &now);
    return (unsigned long)now.tv_sec * 1000000000 + (unsigned long)now.tv_nsec;
}

EXPORTED(void, mz_terminate, const char *sentence)
{
    fflush(stdout);
    fprintf(stderr, "terminate: %s\n", sentence);
    abort();
}
