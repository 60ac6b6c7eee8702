/* ranking_lists.h - the ranking of section 6 of the paper on DFS-RB: four lists of configurations, one for each criterion, and one for all
 * of them together. */
#ifndef MZ_APPS_LAB_RANKING_LISTS_H
#define MZ_APPS_LAB_RANKING_LISTS_H

#include "apps/lab/measures.h"

enum criterion { FINDING_ERRORS, DISTANCE, VARIATION, CRITERIA };

struct ranking_lists {
    size_t  count;              /* configurations */
    size_t  successful;         /* those that have found an error in every program */
    double *score[CRITERIA];    /* the best is 1; ∞: it fails */
    double *rank[CRITERIA];
    double *sum;                /* r = r_e + r_d + r_v */
    double *combined;           /* rank by it */
    size_t *order;              /* configurations, the best first */
};

/* Over the programs whose names are listed. `by_time`: variation of running times, as in the paper; otherwise of states, which are the
 * same on every machine. */
struct ranking_lists rank_configurations(const struct measures *m, const struct strings *programs, bool by_time);

bool is_successful(const struct ranking_lists *r, size_t configuration);

/* ρ between two of the lists, of all configurations, or of those that are marked; ranks are made anew among these. */
double similarity(const double *ranks, const double *others, const bool *among, size_t count);

/* Section 6.2: for each configuration, over pairs with all others, how often it was likelier to be better (Â12), less how often worse;
 * averaged over the programs. */
double *a12_scores(const struct measures *m, const struct strings *programs);

#endif
