/* premise_table.h - what is taken for granted of functions and features that are not explored in all that they may do: of all that is
 * modelled, the rest is exact, or refused. The verdict names each premise that the program has met (tool/result/premises.c). */
#ifndef MZ_MODEL_PREMISE_TABLE_H
#define MZ_MODEL_PREMISE_TABLE_H

/*    NAME        the phrase beside the verdict, before "at f.c:12" */
#define PREMISE_TABLE(P)                                                                                              \
    P(WAKEUPS,    "without spurious wake-ups (see --spurious),")                                                      \
    P(WEAK,       "as long as no weak compare-exchange fails without a reason,")                                      \
    P(ADDRESSES,  "as long as nothing goes by the order of the addresses of blocks that several threads allocate,")     \
    P(FRESH,      "with zeros in memory that malloc returns (see --fresh),")                                          \
    P(CLOCKS,     "with clocks that only sleeps and time-outs move,")                                                 \
    P(ZONE,       "with local time in UTC,")                                                                          \
    P(PROCESSOR,  "with each thread on the lowest processor that it may use,")                                        \
    P(STATUS,     "with nothing in /proc/self/status but that there is no debugger,")                                 \
    P(SCHEDULING, "as long as nothing asks for the processors and policies that attributes give to new threads, set") \
    P(TEAMS,      "with teams of two threads (OMP_NUM_THREADS sets another number),")

enum premise {
#define P(name, phrase) PREMISE_##name,
    PREMISE_TABLE(P)
#undef P
    PREMISES
};

/* The functions that meet one; sorted. ADDRESSES: allocations by several threads. TEAMS: a parallel region of OpenMP. WEAK: an atomic
 * operation. */
#define CALL_PREMISES(C)                                                                                              \
    C(aligned_alloc, FRESH) C(clock, CLOCKS) C(clock_gettime, CLOCKS) C(cnd_timedwait, WAKEUPS) C(cnd_wait, WAKEUPS)  \
    C(ctime, ZONE) C(ctime_r, ZONE) C(getcpu, PROCESSOR) C(gettimeofday, CLOCKS) C(localtime, ZONE)                   \
    C(localtime_r, ZONE) C(malloc, FRESH) C(memalign, FRESH) C(mktime, ZONE) C(posix_memalign, FRESH)                 \
    C(pthread_attr_setaffinity_np, SCHEDULING) C(pthread_attr_setinheritsched, SCHEDULING)                            \
    C(pthread_cond_clockwait, WAKEUPS) C(pthread_cond_timedwait, WAKEUPS) C(pthread_cond_wait, WAKEUPS)               \
    C(pvalloc, FRESH) C(realloc, FRESH) C(reallocarray, FRESH) C(sched_getcpu, PROCESSOR) C(syscall, WAKEUPS)         \
    C(time, CLOCKS) C(timelocal, ZONE) C(times, CLOCKS) C(timespec_get, CLOCKS) C(valloc, FRESH)

#endif
