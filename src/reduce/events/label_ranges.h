/* label_ranges.h - the content of a label: the ranges of memory that a step touches, and the threads that it ends or needs. labels.c
 * interns it, operation_labels.c finds out what an operation touches. */
#ifndef MZ_REDUCE_LABEL_RANGES_H
#define MZ_REDUCE_LABEL_RANGES_H

#include "model/lts.h"

enum { MOST_RANGES = LTS_MAX_TOUCHES + 1 };

/* Addresses of what is no memory: beyond any. */
#define WHO_EXISTS   (UINT64_MAX - 15)
#define WHO_IS_ALIVE (UINT64_MAX - 7)

struct range {
    uint64_t addr;
    uint64_t extent; /* its size, the way in which it is changed, and its sides: in one word, for labels are compared at every step */
};

enum { SIDES = 7, WAY_AT = 3, WAYS = 7 << WAY_AT, SIZE_AT = 6 };

/* The sides of an object: those of a mutex, and the one that atomic operations in weak memory do not touch as something that happens. */
enum { SIDE_WAIT = 1, SIDE_LOOK = 2, SIDE_PLAIN = 4, ALL_SIDES = 7 };
enum { OF_WAITERS = SIDE_WAIT | SIDE_PLAIN, OF_ATOMICS = SIDE_WAIT | SIDE_LOOK };

struct ranges {
    uint32_t     count;
    uint32_t     everything;
    threadset    kills; /* it ends the process, and with it these threads */
    threadset    needs; /* of an event in a summary (event_behind): these threads move before it, */
    uint64_t     behind; /* and its thread leaves the barrier that is there; 0: none */
    struct range range[MOST_RANGES];
};

/* An operation that touches what it names, and its label. */
struct named {
    uint64_t addr, addr2;
    uint32_t size, size2;
    uint16_t kind; /* OP_NONE: none */
    uint32_t label, candidate; /* their numbers (labels.h) */
};

static inline enum access_way range_way(const struct range *a)
{
    return (a->extent & WAYS) >> WAY_AT;
}

#endif
