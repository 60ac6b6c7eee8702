/* variable_text.c - the list of variables as text, and as JSON. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "tool/cli/json_file.h"
#include "tool/cli/options.h"
#include "tool/cli/util.h"
#include "tool/commands/variables/frequencies.h"

enum { SCHEMA_VERSION = 1, THREADS_SHOWN = 8 };

/* --- text ----------------------------------------------------------------------------------------------------------------- */

/* An average: "12", "6.5". */
static char *average(uint64_t all, uint64_t executions)
{
    double value = (double)all / (double)(executions ? executions : 1);
    if (all % (executions ? executions : 1) == 0)
        return show_count((uint64_t)value);
    if (value >= 100)
        return show_count((uint64_t)(value + 0.5));
    return format_text("%.1f", value);
}

/* "0: 2, 1: 6.5, 2: 6.5". */
static char *by_thread(const struct variable_list *list, const struct wire_variable *v)
{
    char *text = format_text("%s", "");
    unsigned shown = 0, more = 0;
    for (unsigned t = 0; t < MOST_THREADS; t++) {
        if (v->by[t] && shown < THREADS_SHOWN)
            text = format_text("%s%s%u: %s", text, shown++ ? ", " : "", t, average(v->by[t], list->executions));
        else
            more += v->by[t] != 0;
    }
    return more ? format_text("%s, %u more", text, more) : text;
}

static void print_line(const struct variable_list *list, const struct listed_variable *l, int wide, FILE *out)
{
    const struct wire_variable *v = l->is;
    uint64_t n = list->executions;
    char *name = l->function ? format_text("%s in %s", l->name, l->function) : l->name;
    char *loop = v->id.site ? show_count(v->id.iteration) : format_text("-");
    fprintf(out, "%7s  %9s %9s %9s  %4s  %-*s  %s\n", v->sharers > 1 ? show_count(v->sharers) : "-", average(v->reads + v->writes, n),
        average(v->reads, n), average(v->writes, n), loop, wide, name, by_thread(list, v));
}

static int widest(const struct variable_list *list, size_t lines)
{
    enum { NARROW = 8, WIDE = 60 };
    size_t wide = NARROW;
    for (size_t i = 0; i < lines; i++) {
        const struct listed_variable *l = &list->at[i];
        size_t length = strlen(l->name) + (l->function ? strlen(" in ") + strlen(l->function) : 0);
        wide = length > wide ? length : wide;
    }
    return wide < WIDE ? (int)wide : WIDE;
}

static void print_table(const struct variable_list *list, uint64_t most, FILE *out)
{
    size_t lines = most && most < list->count ? most : list->count;
    int wide = widest(list, lines);
    fprintf(out, "%7s  %9s %9s %9s  %4s  %-*s  %s\n", "sharers", "accesses", "reads", "writes", "loop", wide, "variable", "by thread");
    for (size_t i = 0; i < lines; i++)
        print_line(list, &list->at[i], wide, out);
    if (lines < list->count)
        fprintf(out, "and %s more (--top=0 shows all)\n", show_count(list->count - lines));
}

static bool same_name(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* "threads: 0 main, 1 to 4 worker". */
static void print_threads(const struct variable_list *list, FILE *out)
{
    bool any = false;
    for (unsigned t = 0, next; t < MOST_THREADS; t = next) {
        for (next = t + 1; next < MOST_THREADS && same_name(list->thread[t], list->thread[next]);)
            next++;
        if (!list->thread[t])
            continue;
        fprintf(out, "%s%u", any ? ", " : "threads: ", t);
        if (next > t + 1)
            fprintf(out, " to %u", next - 1);
        fprintf(out, " %s", list->thread[t]);
        any = true;
    }
    fputs(any ? "\n" : "", out);
}

void variable_list_text(const struct variable_list *list, uint64_t most, FILE *out)
{
    char *read = list->only_read ? format_text(" (%s only read)", show_count(list->only_read)) : format_text("%s", "");
    fprintf(out, "%s, %s of them shared%s, in %s at random (averages of one; seed %s)\n", show_things(list->count, "variable"),
        show_count(list->shared), read, show_things(list->executions, "execution"), show_count(list->wire->config.seed));
    print_threads(list, out);
    if (list->cut)
        fprintf(out, "%s of the executions %s cut off before the end\n", show_count(list->cut), list->cut == 1 ? "was" : "were");
    if (list->count == 0)
        return;
    fputc('\n', out);
    print_table(list, most, out);
    struct frequencies f = frequencies_of(list);
    fputc('\n', out);
    frequencies_text(&f, out);
}

/* --- JSON ----------------------------------------------------------------------------------------------------------------- */

static json_t *threads_json(const struct wire_variable *v)
{
    json_t *o = json_object();
    for (unsigned t = 0; t < MOST_THREADS; t++)
        if (v->by[t])
            json_object_set_new(o, format_text("%u", t), json_integer((json_int_t)v->by[t]));
    return o;
}

static json_t *variable_json(const struct listed_variable *l)
{
    const struct wire_variable *v = l->is;
    json_t *o = json_pack("{s:s,s:s,s:b,s:i,s:I,s:I,s:I,s:I,s:I}", "name", l->name, "kind", variable_kind_word(l), "shared",
        v->sharers > 1, "sharers", (int)v->sharers, "accesses", (json_int_t)(v->reads + v->writes), "reads", (json_int_t)v->reads, "writes",
        (json_int_t)v->writes, "most_in_one_execution", (json_int_t)v->most, "executions", (json_int_t)v->executions);
    json_object_set_new(o, "average", json_real(l->accesses));
    json_object_set_new(o, "by_thread", threads_json(v));
    json_object_set_new(o, "function", l->function ? json_string(l->function) : json_null());
    json_object_set_new(o, "count", v->id.site ? json_integer((json_int_t)v->id.count) : json_null());
    json_object_set_new(o, "iteration", v->id.site ? json_integer((json_int_t)v->id.iteration) : json_null());
    return o;
}

static json_t *frequencies_json(const struct variable_list *list)
{
    struct frequencies f = frequencies_of(list);
    json_t *bars = json_array();
    for (unsigned i = 0; i < f.bars; i++) {
        json_t *below = f.open && i == f.bars - 1 ? json_null() : json_integer((json_int_t)((i + 1) * f.width));
        json_array_append_new(bars, json_pack("{s:I,s:o,s:I}", "from", (json_int_t)(i * f.width), "below", below, "variables",
            (json_int_t)f.variables[i]));
    }
    return bars;
}

int variable_list_json(const struct variable_list *list, const char *path)
{
    json_t *o = json_pack("{s:s,s:i,s:s,s:s,s:I,s:I,s:I,s:I,s:I,s:b}", "schema", "mazurka-variables", "schema_version", SCHEMA_VERSION,
        "mazurka_version", MZ_VERSION, "program", list->program, "seed", (json_int_t)list->wire->config.seed, "executions",
        (json_int_t)list->executions, "cut_off", (json_int_t)list->cut, "threads", (json_int_t)list->wire->counters.threads, "shared",
        (json_int_t)list->shared, "complete", !list->full);
    json_t *threads = json_object();
    for (unsigned t = 0; t < MOST_THREADS; t++)
        if (list->thread[t])
            json_object_set_new(threads, format_text("%u", t), json_string(list->thread[t]));
    json_object_set_new(o, "thread_names", threads);
    json_t *variables = json_array();
    for (size_t i = 0; i < list->count; i++)
        json_array_append_new(variables, variable_json(&list->at[i]));
    json_object_set_new(o, "variables", variables);
    json_object_set_new(o, "frequencies", frequencies_json(list));
    return json_file_write(o, path);
}
