/* call_traits.h - traits of a function besides its class: words of its row (call_table.h, calls_cxx.h), up to four of
 * them. */
#ifndef MZ_MODEL_CALL_TRAITS_H
#define MZ_MODEL_CALL_TRAITS_H

#include <stdbool.h>
#include <stdint.h>

#define TRAIT_ 0ull /* what a row does not say */

/* Ends of the call, and results. */
#define TRAIT_NO_RETURN (1ull << 0)     /* never to its caller */
#define TRAIT_RETURNS_TWICE (1ull << 1) /* to its caller, when others ask for that */
#define TRAIT_RETURNS_FLOAT (1ull << 2) /* of functions that are stood in for; of the others it is taken for granted that they may */
#define TRAIT_RETURNS_PAIR (1ull << 3)  /* in two registers */
#define TRAIT_ENDS_THREAD (1ull << 4)
#define TRAIT_FAILS_ASSERT (1ull << 5) /* called where an assertion does not hold */

/* Limits of the process that it tells: those that mazurka has set (tool/run/launch.c). */
#define TRAIT_PROCESS_LIMITS (1ull << 6)

/* Facts of the machine that it tells: the same all the time, and perhaps something else on another one
 * (tool/checkpoint/answers.c). */
#define TRAIT_SYSTEM_LIMITS (1ull << 8)
#define TRAIT_PROCESSORS (1ull << 9)
#define TRAIT_AUXILIARY (1ull << 10) /* the auxiliary vector */
#define TRAIT_USER (1ull << 11)

/* Ways of a program to functions that it does not import, */
#define TRAIT_LOOKS_UP (1ull << 12) /* by their names, */
#define TRAIT_LOADS (1ull << 13)    /* in libraries that are loaded later. */
#define TRAIT_READS_FLAGS (1ull << 14) /* what floating-point operations have left in the processor's flags */

/* Duties that the world is without, if the program takes no such function (world/boot.c). */
#define TRAIT_CANCELS (1ull << 15)
#define TRAIT_UNLOCKED_STREAM (1ull << 16) /* uses a stream without its lock */
#define TRAIT_LOCKS_STREAM (1ull << 17)
#define TRAIT_MAKES_CHANNEL (1ull << 18) /* a pipe, eventfd, socket or epoll */
#define TRAIT_COPIES_DESCRIPTOR (1ull << 19)
#define TRAIT_CLOCK (1ull << 20) /* reads a clock: all with the premise CLOCKS, and others */

/* Questions about the surroundings of the program, which somebody may change (tool/checkpoint/surroundings.c). */
#define TRAIT_SURROUNDINGS (1ull << 21)

/* The same of a file, whose path is argument number n, counted from 1; perhaps from a directory's descriptor on. */
#define TRAIT_PATH(n) ((n + 0ull) << 56)
#define TRAIT_PATH_AT(n) (TRAIT_PATH(n) | 1ull << 58)

/* 0: it asks of no file. */
static inline unsigned traits_path(uint64_t traits)
{
    return traits >> 56 & 3;
}

static inline bool traits_path_at(uint64_t traits)
{
    return traits >> 58 & 1;
}

/* Is argument number n a descriptor, counted from 1? Said of functions for set-up only. */
#define TRAIT_DESCRIPTOR(n) (1ull << (51 + (n)))
#define TRAIT_DESCRIPTORS (1ull << 55) /* numbers of any descriptors */

/* Use of functions of the program's. */
#define TRAIT_CALLS_BACK (1ull << 22) /* calls those that it is given, before it returns */
#define TRAIT_STARTS (1ull << 23)     /* those that it is given run in another thread, or at the end of a block */
#define TRAIT_KEEPS (1ull << 24)      /* those that it is given are called later, by others */
#define TRAIT_CALLS_KEPT (1ull << 25) /* calls what others have been given, or what is kept may be called from then on */

/* Effects on the program's data. */
#define TRAIT_USES (1ull << 26)  /* uses the objects that it is given, the first one or two, while it is called, and nothing else */
#define TRAIT_QUIET (1ull << 27) /* neither uses data that threads share nor waits for anything: ends, and what compilers add */

/* Ways into a program. */
#define TRAIT_EXPANDED (1ull << 28) /* compilers expand it in place, where no hook would see the memory that it touches */
#define TRAIT_LINKED (1ull << 29)   /* the linker adds it from the part of libc that is always linked statically */

/* So many parameters, numbers and addresses all of them. Said of functions that loops call which wait (tool/binary/liveness/faint.c). */
#define TRAIT_PARAMETERS(n) ((n + 1ull) << 60)

/* -1: it is not said. */
static inline int traits_parameters(uint64_t traits)
{
    return (int)(traits >> 60) - 1;
}

/* The words of a row as one number. */
#define TRAITS(...) TRAITS_OF(__VA_ARGS__, , , , )
#define TRAITS_OF(a, b, c, d, ...) (TRAIT_##a | TRAIT_##b | TRAIT_##c | TRAIT_##d)

#endif
