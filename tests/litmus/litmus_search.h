/* litmus_search.h - a litmus program, searched by the engine: what it finds there. */
#ifndef MZ_TESTS_LITMUS_SEARCH_H
#define MZ_TESTS_LITMUS_SEARCH_H

#include "litmus/litmus_lts.h"
#include "reduce/reduction.h"

struct litmus_result {
    struct litmus_outcomes ended;
    uint64_t failed[LITMUS_THREADS]; /* masks of statements that ended in a fault */
    uint64_t states, deadlocks;
    uint64_t forgotten, lacked;      /* struct weak: not everything was explored */
    bool     hung;                   /* struct litmus_lts */
    bool     inexact;                /* likewise */
    bool     finished;               /* within the limit of states */
};

/* `reduction` may be NULL: none. */
void litmus_search(const struct litmus *p, const struct litmus_way *way, const struct reduction *reduction, uint64_t max_states,
                   struct litmus_result *r);

/* Of all behaviours, what one search has and the other one has not, in a word; "": nothing. */
const char *litmus_difference(const struct litmus_result *all, const struct litmus_result *some);

/* That everything is put back by every rewinding, from now on. */
void litmus_check_rewinding(bool on);

#endif
