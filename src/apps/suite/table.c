/* table.c - tables of texts. */
#include "apps/suite/table.h"

#include <string.h>

void table_column(struct table *t, const char *heading, bool number)
{
    if (t->columns == TABLE_COLUMNS)
        bug("a table has more than %d columns", TABLE_COLUMNS);
    t->heading[t->columns] = heading;
    t->number[t->columns++] = number;
}

void table_cell(struct table *t, const char *text)
{
    strings_add(&t->cells, text ? text : "-");
}

/* As a terminal shows it: bytes that go on with a character of UTF-8 take no room. */
static size_t width_of(const char *text)
{
    size_t width = 0;
    for (; *text; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

static void print_cell(const char *text, size_t width, bool right, FILE *out)
{
    size_t blanks = width > width_of(text) ? width - width_of(text) : 0;
    fprintf(out, "%*s%s%*s", right ? (int)blanks : 0, "", text, right ? 0 : (int)blanks, "");
}

static void print_row(const struct table *t, char *const *cells, const size_t *width, bool markdown, FILE *out)
{
    for (unsigned i = 0; i < t->columns; i++) {
        bool last = i + 1 == t->columns;
        fputs(markdown ? "| " : i ? "  " : "", out);
        print_cell(cells[i], last && !t->number[i] && !markdown ? 0 : width[i], t->number[i], out);
        fputs(markdown ? " " : "", out);
    }
    fputs(markdown ? "|\n" : "\n", out);
}

static void print_rule(const struct table *t, FILE *out)
{
    for (unsigned i = 0; i < t->columns; i++)
        fputs(t->number[i] ? "| ---: " : "| --- ", out);
    fputs("|\n", out);
}

void table_print(const struct table *t, bool markdown, FILE *out)
{
    size_t width[TABLE_COLUMNS] = {0};
    char *headings[TABLE_COLUMNS];
    for (unsigned i = 0; i < t->columns; i++) {
        headings[i] = (char *)t->heading[i];
        width[i] = width_of(t->heading[i]);
    }
    for (size_t i = 0; i < t->cells.count; i++) {
        size_t wide = width_of(t->cells.at[i]);
        width[i % t->columns] = wide > width[i % t->columns] ? wide : width[i % t->columns];
    }
    print_row(t, headings, width, markdown, out);
    if (markdown)
        print_rule(t, out);
    for (size_t i = 0; i + t->columns <= t->cells.count; i += t->columns)
        print_row(t, &t->cells.at[i], width, markdown, out);
}
