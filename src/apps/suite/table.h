/* table.h - a table of texts, printed with aligned columns or in Markdown. */
#ifndef MZ_APPS_SUITE_TABLE_H
#define MZ_APPS_SUITE_TABLE_H

#include <stdbool.h>
#include <stdio.h>

#include "tool/cli/util.h"

enum { TABLE_COLUMNS = 16 };

struct table {
    unsigned    columns;
    const char *heading[TABLE_COLUMNS];
    bool        number[TABLE_COLUMNS]; /* aligned to the right */
    struct strings cells;              /* row by row */
};

/* A column; NULL where there is nothing to say gives a dash. */
void table_column(struct table *table, const char *heading, bool number);
void table_cell(struct table *table, const char *text);
void table_print(const struct table *table, bool markdown, FILE *out);

#endif
