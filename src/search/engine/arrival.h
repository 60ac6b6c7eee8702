/* arrival.h - the outcome of a transition: the kind of state that it led to, and whether that is new. */
#ifndef MZ_SEARCH_ARRIVAL_H
#define MZ_SEARCH_ARRIVAL_H

enum arrival {
    ARRIVED_CHOICE,   /* at a choice point */
    ARRIVED_END,      /* the program has ended */
    ARRIVED_DEADLOCK,
    ARRIVED_ASSUMED,  /* the path was given up by mz_assume */
    ARRIVED_KNOWN,    /* on a long run of single successors that has been followed before */
    ARRIVED_LONG,     /* on a long run of single successors: see engine_run_on */
    ARRIVED_FAULT,    /* the last step ended in a fault */
    ARRIVED_HALT,     /* a limit was reached on the way */
};

enum met {
    MET_NEW,
    MET_KNOWN,
    MET_AGAIN, /* known, but expanded with less of a bound left than now: to be expanded again (state_matching.c) */
    MET_FULL,  /* a limit was reached: the search is halted */
};

#endif
