/* all_pairs.h - the comparison of all configurations with each other, section 6.2 of the paper on DFS-RB. SQL would need a row for every
 * pair of runs: thousands of millions of them in the study of 7,920 configurations. */
#ifndef MZ_APPS_LAB_ALL_PAIRS_H
#define MZ_APPS_LAB_ALL_PAIRS_H

#include "apps/store/result_store.h"

/* Fills the table `pairwise` (share/studies/study.sql) from the sweep, over the ranked programs. */
void pairwise_compare(struct store *store);

#endif
