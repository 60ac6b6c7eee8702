/* study_tables.c - see study_tables.h. */
#include "apps/lab/study_tables.h"

#include <string.h>

#include "apps/lab/all_pairs.h"

enum { TITLE, NOTE, CELLS }; /* columns of a row */

static bool is_called(struct sqlite3_stmt *row, int column, const char *name)
{
    return column < store_columns(row) && strcmp(store_heading(row, column), name) == 0;
}

/* A heading that begins with > is that of numbers. */
static void add_column(struct table *t, const char *heading)
{
    bool number = heading[0] == '>';
    table_column(t, format_text("%s", heading + number), number);
}

/* Table of the row: the last one, or a new one. */
static struct lab_table *table_of(struct lab_tables *all, struct sqlite3_stmt *row, bool pivoted)
{
    char *title = store_text(row, TITLE);
    if (all->count > 0 && strcmp(all->at[all->count - 1].title, title) == 0)
        return &all->at[all->count - 1];
    all->at = resize(all->at, (all->count + 1) * sizeof *all->at);
    struct lab_table *t = &all->at[all->count++];
    *t = (struct lab_table){.title = title, .note = store_text(row, NOTE)};
    for (int i = CELLS; i < (pivoted ? CELLS + 1 : store_columns(row)); i++)
        add_column(&t->table, store_heading(row, i));
    return t;
}

static void add_row(struct table *t, struct sqlite3_stmt *row)
{
    bool any = false;
    for (int i = CELLS; i < store_columns(row); i++)
        any |= !store_is_null(row, i);
    for (int i = CELLS; any && i < store_columns(row); i++)
        table_cell(t, store_text(row, i));
}

/* A cell of a table with a column for each value of the one before: rows come one after the other, each with all of its columns. */
static void add_cell(struct table *t, struct sqlite3_stmt *row, char **first)
{
    char *label = store_text(row, CELLS), *heading = store_text(row, CELLS + 1);
    bool known = false;
    for (unsigned i = 1; i < t->columns; i++)
        known |= strcmp(t->heading[i], heading) == 0;
    if (!known)
        table_column(t, heading, true);
    if (label && (!*first || strcmp(*first, label) != 0))
        table_cell(t, label);
    if (label)
        table_cell(t, store_text(row, CELLS + 2));
    *first = label;
}

struct lab_tables study_tables(const struct study_results *r)
{
    struct lab_tables all = {0};
    struct sqlite3_stmt *row;
    const char *sql = lab_shipped(r->of_clients ? "clients.sql" : "tables.sql");
    if (!r->of_clients)
        pairwise_compare(r->store);
    while ((sql = store_next(r->store, sql, &row))) {
        bool pivoted = is_called(row, CELLS + 1, "column");
        char *label = NULL;
        while (store_row(r->store, row)) {
            struct lab_table *t = table_of(&all, row, pivoted);
            if (pivoted)
                add_cell(&t->table, row, &label);
            else
                add_row(&t->table, row);
        }
    }
    return all;
}
