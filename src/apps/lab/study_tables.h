/* study_tables.h - the tables of a study: what the queries of share/studies/tables.sql, or of clients.sql, answer. */
#ifndef MZ_APPS_LAB_STUDY_TABLES_H
#define MZ_APPS_LAB_STUDY_TABLES_H

#include "apps/lab/lab_results.h"
#include "apps/suite/table.h"

struct lab_table {
    const char  *title, *note; /* note: NULL, or sentences below the table */
    struct table table;
};

struct lab_tables {
    struct lab_table *at;
    size_t            count;
};

/* Tables for which there are results. */
struct lab_tables study_tables(const struct study_results *r);

#endif
