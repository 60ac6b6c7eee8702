/* study_tables.h - the results of a study as the tables of the paper on DFS-RB. */
#ifndef MZ_APPS_LAB_STUDY_TABLES_H
#define MZ_APPS_LAB_STUDY_TABLES_H

#include "apps/lab/ranking_lists.h"
#include "apps/suite/facts.h"
#include "apps/suite/table.h"

/* All that tables and figures are made of. */
struct study_results {
    struct study   study;
    struct suite   suite;
    bool           by_time;
    bool           has_sweep, has_comparison; /* the study has such phases, and the store something of them */
    struct measures sweep, comparison;
    struct ranking_lists lists;               /* of the sweep */
    struct strings left_out;                  /* of the programs that are to be ranked: no configuration has found anything there */
    struct measures *others;                  /* of phases that are neither; other_count of them */
    const struct study_phase **other_phases;
    size_t          other_count;
    struct store   *store;                    /* for what is looked up there: a census */
};

struct lab_table {
    const char  *title, *note; /* note: NULL, or sentences below the table */
    struct table table;
};

struct lab_tables {
    struct lab_table *at;
    size_t            count;
};

/* Those for which there are results. */
struct lab_tables study_tables(const struct study_results *r);

/* For those who write further tables (comparison_tables.c). */
struct lab_table *lab_table_add(struct lab_tables *all, const char *title);
void portfolio_tables(struct lab_tables *all, const struct study_results *r); /* portfolio_tables.c */
void client_tables(struct lab_tables *all, const struct study_results *r);    /* client_tables.c */
void comparison_tables(struct lab_tables *all, const struct study_results *r);
char *spread_text(const struct summary *s, int decimals);
char *tuple_text(const char *name); /* quoted, so that Markdown does not take it for HTML */

#endif
