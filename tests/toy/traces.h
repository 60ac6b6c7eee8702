/* traces.h - how many Mazurkiewicz traces has a program: classes of maximal executions that differ only in the order of independent
 * transitions. An optimal reduction explores one execution of each. Counted without any reduction, so for small programs. */
#ifndef MZ_TESTS_TRACES_H
#define MZ_TESTS_TRACES_H

#include "toy.h"

/* The number of traces; 0 if it has executions of more than MOST_EVENTS transitions, or too many traces for this. */
enum { MOST_EVENTS = 60 };
uint64_t toy_traces(const struct toy_program *p);

/* Programs whose number of traces is known. */
struct traced {
    const char *name, *program; /* toy_parse.h */
    uint64_t    traces;
};
extern const struct traced traced[]; /* ends with one without a name */

#endif
