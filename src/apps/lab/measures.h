/* measures.h - what the store has of a phase of a study: for each program and configuration the runs that were made. */
#ifndef MZ_APPS_LAB_MEASURES_H
#define MZ_APPS_LAB_MEASURES_H

#include <stdint.h>

#include "apps/lab/statistics.h"
#include "apps/lab/study.h"
#include "apps/store/result_store.h"

struct measure {
    int64_t  experiment; /* of the store; the latest one, if there are several versions of it. 0: there is none */
    size_t   runs, found, room;
    bool     refused;    /* these options do not go together */
    double  *all;        /* states of all runs, ascending; ∞ where nothing was found */
    size_t   ended;      /* runs that found an error or explored everything: not cut off by a limit */
    double   total;      /* states of all runs */
    double   effort_states, effort_seconds, effort_bytes; /* of these, on average */
    double  *times;      /* seconds of those that found an error: as many as `found` */
    struct summary states, seconds; /* of those that found an error */
};

/* Of a query: programs p at this scale, or, of one that the store does not have at it, at its own. */
#define AT_SCALE \
    "(p.scale = ?5 OR NOT EXISTS (SELECT 1 FROM program other WHERE other.name = p.name AND other.form = p.form AND other.scale = ?5)) "

struct measures {
    const struct study *study;
    const struct configuration_list *configurations;
    const struct strings *programs;
    struct measure *at;  /* by programs, then by configurations */
    uint64_t total_runs;
    size_t   missing;    /* pairs of a program and a configuration of which there is nothing */
};

struct measures measures_read(struct store *store, const struct study *study, const struct study_phase *phase);

const struct measure *measure_of(const struct measures *m, size_t program, size_t configuration);

/* The average number of states until an error was found; ∞: none was. */
double measure_average(const struct measure *m);

/* States until an error if the run is repeated with another seed until one is found: those of all runs, for each that found one. ∞: none
 * did. */
double measure_cost(const struct measure *m);

#endif
