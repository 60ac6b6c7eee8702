/* premise_table.h - the table of premises: what is assumed of functions and features of which not all outcomes are explored. The verdict
 * names each premise that the program has met (tool/result/premises.c). Functions have theirs in call_table.h and calls_cxx.h;
 * features are here: ADDRESSES, blocks that several threads allocate; WEAK and PERHAPS_WEAK, atomic operations; STATUS, a file; TEAMS,
 * parallel regions of OpenMP; CHILDREN, all of CALLS_PROCESSES; ROOM, writes to sockets. */
#ifndef MZ_MODEL_PREMISE_TABLE_H
#define MZ_MODEL_PREMISE_TABLE_H

/*    NAME        the phrase beside the verdict, before "at f.c:12" */
#define PREMISE_TABLE(P)                                                                                              \
    P(WAKEUPS,    "without spurious wake-ups (see --spurious),")                                                      \
    P(WEAK,       "as long as no weak compare-exchange fails without a reason,")                                      \
    P(PERHAPS_WEAK, "as long as no compare-exchange fails without a reason (clang does not tell weak ones from strong ones),") \
    P(ADDRESSES,  "as long as nothing goes by the order of the addresses of blocks that several threads allocate,")     \
    P(HANDLES,    "as long as nothing goes by the order of the handles that pthread_self returns to several threads,")  \
    P(FRESH,      "with zeros in memory that malloc returns (see --fresh),")                                          \
    P(SIZES,      "with no byte in a block beyond the size that was asked for,")                                      \
    P(CLOCKS,     "with clocks that only sleeps and time-outs move,")                                                 \
    P(USAGE,      "with the usage, load and memory of an idle machine,")                                              \
    P(NUMBERS,    "with one number of the process and each of its threads,")                                          \
    P(RANDOM,     "with one sequence of random bytes (--entropy=N gives others),")                                    \
    P(ZONE,       "with local time in UTC,")                                                                          \
    P(PROCESSOR,  "with each thread on the lowest processor that it may use,")                                        \
    P(NICENESS,   "with a niceness of 0 until it is set,")                                                            \
    P(STATUS,     "with nothing in /proc/self/status but that there is no debugger,")                                 \
    P(CHILDREN,   "with processes that set-up has started, of which nothing is explored,")                            \
    P(SCHEDULING, "as long as nothing asks for the processors and policies that attributes give to new threads, set") \
    P(SOCKETS,    "with sockets that nobody else uses, on a loopback device that delivers at once and gives the lowest free ports,") \
    P(ACCEPTED,   "as long as nothing goes by the numbers of descriptors that are opened while accept waits,")               \
    P(ROOM,       "as long as no socket of AF_UNIX is full, or not ready, with less than 65535 bytes in it,")                         \
    P(TIMES,      "as long as nothing goes by the times of files that are written,")                                        \
    P(TEAMS,      "with teams of two threads (OMP_NUM_THREADS sets another number),")

enum premise {
#define P(name, phrase) PREMISE_##name,
    PREMISE_TABLE(P)
#undef P
    PREMISES,
    PREMISE_EXACT = PREMISES, /* of functions: none */
};

#endif
