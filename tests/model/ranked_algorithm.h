/* ranked_algorithm.h - algorithm 1 of the paper on variable and thread bounding, as it is printed (Bindal, Bansal, Lal 2013): the
 * executions that --search=ranked makes. */
#ifndef MZ_TESTS_RANKED_ALGORITHM_H
#define MZ_TESTS_RANKED_ALGORITHM_H

#include "toy.h"

enum { MOST_STEPS = 63 };

/* Schedules: one letter for each step. */
struct schedules {
    char  (*at)[MOST_STEPS + 1];
    size_t count, capacity;
};

void keep_schedule(struct schedules *s, const char *steps, size_t length);
void make_set(struct schedules *s); /* each once, in order */
bool same_sets(const struct schedules *a, const struct schedules *b);

struct work_item;
struct algorithm {
    const struct toy_program *program;
    const uint64_t  *variables;
    unsigned         variable_count;
    uint64_t         seed;
    unsigned         c, tracked;  /* a set of variables, as a mask of `variables` */
    const uint32_t  *permutation;
    enum mistake { RIGHT, REVERSED, LOWEST } mistake; /* in the priorities that preemptions give */
    struct work_item *queue[2];   /* workQueue, nextWorkQueue */
    size_t           count[2], capacity[2];
    unsigned         now;
    struct schedules explored;
};

/* What op accesses. 1: none. */
uint64_t variable_of(const struct op *op);

/* All sets of variables at all ranks up to (c, v, 2). */
void run_all(struct algorithm *a, unsigned most_c, unsigned most_v, double epsilon);

#endif
