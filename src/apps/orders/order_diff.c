/* order_diff.c - see order_diff.h. */
#include "apps/orders/order_diff.h"

#include <string.h>

enum { CONTEXT = 3 };

static bool differs(const struct source *s, size_t line)
{
    return line < s->lines.count && s->lines.at[line] != s->changed.at[line];
}

/* The last line that differs with no more than twice the context between it and the one before. */
static size_t end_of_hunk(const struct source *s, size_t line)
{
    size_t last = line;
    for (; line < s->lines.count && line <= last + 2 * CONTEXT; line++)
        last = differs(s, line) ? line : last;
    return last;
}

static void print_line(const struct source *s, char mark, const struct strings *lines, size_t i, FILE *out)
{
    fprintf(out, "%c%s\n%s", mark, lines->at[i], i + 1 < lines->count || s->ends ? "" : "\\ No newline at end of file\n");
}

static void print_run(const struct source *s, size_t from, size_t end, FILE *out)
{
    for (size_t i = from; i < end; i++)
        print_line(s, '-', &s->lines, i, out);
    for (size_t i = from; i < end; i++)
        print_line(s, '+', &s->changed, i, out);
}

static void print_hunk(const struct source *s, size_t first, size_t last, FILE *out)
{
    size_t from = first > CONTEXT ? first - CONTEXT : 0, end = last + CONTEXT + 1 < s->lines.count ? last + CONTEXT + 1 : s->lines.count;
    fprintf(out, "@@ -%zu,%zu +%zu,%zu @@\n", from + 1, end - from, from + 1, end - from);
    for (size_t i = from; i < end;) {
        size_t run = i;
        while (run < end && differs(s, run))
            run++;
        print_run(s, i, run, out);
        if (run < end)
            print_line(s, ' ', &s->lines, run, out);
        i = run + 1;
    }
}

void order_diff(const struct source *s, const char *name, FILE *out)
{
    const char *tab = strchr(name, ' ') ? "\t" : ""; /* where the name ends */
    bool begun = false;
    for (size_t i = 0; i < s->lines.count; i++) {
        if (!differs(s, i))
            continue;
        if (!begun)
            fprintf(out, "--- a/%s%s\n+++ b/%s%s\n", name, tab, name, tab);
        size_t last = end_of_hunk(s, i);
        print_hunk(s, i, last, out);
        begun = true;
        i = last;
    }
}
