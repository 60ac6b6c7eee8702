/* hunt_search.h - executions one after the other until one fails; then its schedule, replayed and made smaller. */
#ifndef MZ_APPS_HUNT_HUNT_SEARCH_H
#define MZ_APPS_HUNT_HUNT_SEARCH_H

#include "apps/hunt/hunt_execution.h"

/* An execution that failed, with all that leads there again. */
struct hunt_finding {
    struct hunt_outcome outcome, replayed; /* of the last replay */
    char    *message;                 /* of an assertion; "" */
    struct hunt_record *schedule;
    uint64_t records, steps;
    struct hunt_answer *answers;      /* of the kernel */
    uint64_t answer_count;
    uint32_t hot[HUNT_HOT_BITS / 32];
    uint32_t strategy, depth;
    uint64_t seed, execution;
    uint64_t length;                  /* decisions that it was expected to have */
    bool     kept;                    /* by a seed that was kept */
    unsigned replays, reproduced;     /* so many times again, and the same fault so many times */
    uint64_t differed;                /* the first decision at which a replay differed, + 1; 0: none did */
    bool     cut;                     /* the schedule was longer than there is room for */
    unsigned preemptions, preemptions_before, tries; /* switches away from a thread that could go on; before it was made smaller */
    struct hunt_thread *threads;      /* as it was left */
    char    *output;                  /* of the last replay that led there, or of the execution */
    struct hunt_race race;            /* of a race: the two accesses, and their places relative to the program */
    uint64_t race_pc[2];
    struct hunt_block block;          /* of a fault of memory */
};

/* Data races that were met beside what is looked for: each once, and an execution that had the first. */
struct hunt_raced {
    unsigned            count;
    struct hunt_race    at[HUNT_MAX_RACES];
    struct hunt_finding first;        /* no fault: there is none */
};

struct hunt_statistics {
    uint64_t executions, milliseconds, steps, most_steps;
    unsigned most_threads;
    double   missed;        /* probability that all executions by pct would have missed a bug of depth 2 */
    uint64_t by_pct, given_up;
    bool     hooks, stopped, children;
    char     foreign[HUNT_MAX_PATH];  /* for which races were not noted, as in the wire */
    bool     heap_refused;
};

/* Seeds that have found something before. */
struct hunt_seeds {
    struct hunt_seed {
        uint32_t strategy, depth;
        uint64_t seed, length;
    } *at;
    size_t count;
};

/* Which executions: from `first` on each `step`th, below `end`; until `*found` is set by another process, if it is given. */
struct hunt_part {
    uint64_t first, step, end;
    uint64_t began;         /* in milliseconds: --time counts from there */
    const uint32_t *found;
    struct hunt_raced *raced;
    struct hunt_seeds kept; /* by which the first ones are */
};

const char *hunt_strategy_name(uint32_t strategy);
uint32_t hunt_strategy_of(const char *name); /* HUNT_STRATEGY_COUNT: there is none of the name */
unsigned hunt_preemptions(const struct hunt_record *schedule, uint64_t records);

/* False: nothing was found within the runs or the time. */
bool hunt_search(struct hunt_machine *m, const struct hunt_part *part, struct hunt_finding *f, struct hunt_statistics *s);

/* The next execution is to be the finding's. */
void hunt_follow(struct hunt_machine *m, const struct hunt_finding *f);

/* Replays it so many times, and counts. */
void hunt_confirm(struct hunt_machine *m, struct hunt_finding *f, unsigned times);
/* One replay with stacks, for the report: the wire has it afterwards. */
void hunt_explain(struct hunt_machine *m, const struct hunt_finding *f);
void hunt_shrink(struct hunt_machine *m, struct hunt_finding *f, unsigned tries);

#endif
