/* pairwise_rules.h - the rules of --search=pairwise, figure 2 of the paper, the authors' own, and both, transcribed without the engine: a
 * recursive procedure on bare states that matches nothing. What the happens-before relation orders is found as reachability in a graph. */
#ifndef MZ_TESTS_PAIRWISE_RULES_H
#define MZ_TESTS_PAIRWISE_RULES_H

#include "search/search.h"
#include "state_set.h"
#include "toy.h"

enum { MOST_NODES = 200 };

/* What is explored: a program, a pair of threads, and statements [from, to) of the first one. */
struct question {
    struct toy_program program;
    tid                T_i, T_j;
    uint8_t            from, to;
    enum wire_pair_rule rule;
};

struct way {
    uint16_t length;
    struct wire_decision decisions[MOST_NODES];
};

struct answer {
    struct way      *ways; /* interleavings that have come to an end, a deadlock or a failing assert */
    unsigned         way_count;
    struct state_set reached, ended, deadlocked;
    uint32_t         failed[TOY_THREADS];
    bool             too_large;
};

void answer_open(struct answer *a);
void answer_close(struct answer *a);
void add_way(struct answer *a, const struct wire_decision *decisions, uint64_t length);
void sort_ways(struct answer *a); /* in order, each once */
int compare_ways(const void *a, const void *b);

/* Returns the number of events of E. `circles`: a path has come back to where it was. */
unsigned run_oracle(const struct question *q, struct answer *a, bool *circles);

#endif
