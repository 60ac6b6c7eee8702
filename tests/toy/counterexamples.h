/* counterexamples.h - small programs on which reductions as printed, or plausible corrections of them, lose something. */
#ifndef MZ_TESTS_COUNTEREXAMPLES_H
#define MZ_TESTS_COUNTEREXAMPLES_H

#include "toy.h"

/* What a failing assert does. */
enum counterexample_asserts { STOPS_THREAD, ENDS_PROCESS, ENDS_PROCESS_FUSED };

struct counterexample {
    const char *name, *program; /* toy_parse.h */
    const char *losers;         /* names of reductions that lose something here, with blanks between; "": none that there is */
    uint32_t    lost;           /* what they lose: enum reduction_keep */
    bool        descending;     /* when they try the thread with the highest number first, otherwise that with the lowest */
    bool        births_fused;   /* toy.h */
    enum counterexample_asserts asserts;
};

extern const struct counterexample counterexamples[]; /* ends with one without a name */

/* The program, with its threads turned round if the search has to be descending: it may be ascending then. */
void counterexample_program(const struct counterexample *c, struct toy_program *p);

#endif
