/* machine_results.h - findings of a search on one machine, as they are written to others, and those of all of them
 * together. */
#ifndef MZ_TOOL_MPI_MACHINE_RESULTS_H
#define MZ_TOOL_MPI_MACHINE_RESULTS_H

#include <stddef.h>

#include "tool/run/launched.h"

/* Bugs, with their interleavings, and the visible set for which those are meant. */
struct results {
    uint64_t visible; /* stands for that set */
    uint64_t findings, decisions, ranges;
    uint64_t ended_well, dropped, wide;
    /* then: struct wire_finding[], struct wire_decision[], struct wire_range[] */
};

/* End of the search there. */
struct ending {
    uint32_t verdict, ended_by; /* enum wire_verdict */
    uint32_t done, reserved;    /* the process has come to its end by itself */
    struct wire_counters counters;
    uint64_t runs;
    /* then: struct wire_run[] */
};

uint64_t results_visible(const struct wire *w);
struct results *results_of(const struct wire *w, size_t *bytes);
bool results_are_whole(const struct results *r, size_t bytes);
bool results_have_bug(const struct results *r);

/* Findings that are not known here yet. `first_only`: no bug besides one that is. */
void results_add(struct launch *l, const struct results *r, bool first_only);
/* In place of those that are known here, whose interleavings are meant for another visible set. */
void results_adopt(struct launch *l, const struct results *r);

/* End of a search that was ended by this for itself, with what was found here and elsewhere. */
void results_conclude(struct launch *l, uint32_t ended_by, bool all_faults);

/* Whose states count. */
enum states_added {
    STATES_OF_EACH, /* those that several have come to count for each */
    STATES_SAMPLED, /* those of the machine that has come to most, and the others have processed theirs earlier */
    STATES_CLAIMED, /* of the machine that knows of most: each knows of those that others have claimed */
};

/* The numbers of another machine, besides; of executions that were sampled, and of runs, too. */
void ending_add(struct wire *w, const struct ending *e, enum states_added how);

#endif
