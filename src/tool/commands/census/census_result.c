/* census_result.c - from the tallies of a census to ratios and lengths; as text and as JSON. */
#include "tool/commands/census/census_result.h"

#include <jansson.h>

#include "tool/cli/json_file.h"
#include "tool/cli/printable.h"

enum { SCHEMA_VERSION = 1 };

static struct wire_lengths both(const struct wire_lengths *a, const struct wire_lengths *b)
{
    if (a->count == 0 || b->count == 0)
        return a->count ? *a : *b;
    return (struct wire_lengths){a->count + b->count, a->least < b->least ? a->least : b->least, a->most > b->most ? a->most : b->most,
        a->sum + b->sum, a->squares + b->squares};
}

/* An end with a status other than 0 is an error where another end has 0. */
static struct census_part part_of(const struct wire_tally *t, bool ended_well)
{
    struct wire_lengths none = {0}, errors = both(&t->errors, ended_well ? &t->failed : &none);
    struct census_part p = {.states = t->states, .error_states = t->error_states + (ended_well ? t->failed.count : 0),
        .paths = t->paths, .error_paths = errors.count, .least = errors.least, .most = errors.most};
    p.state_ratio = estimate_ratio(p.error_states, p.states);
    p.path_ratio = estimate_ratio(p.error_paths, p.paths);
    p.length = estimate_mean(errors.count, (double)errors.sum, (double)errors.squares);
    return p;
}

struct census_result census_result_of(const struct report *r)
{
    const struct wire *w = r->search->wire;
    bool complete = r->search->end == LAUNCH_DONE && wire_ending(w) == WIRE_COMPLETE;
    return (struct census_result){.complete = complete, .ending = r->coverage ? r->coverage : r->reason,
        .met = part_of(&w->census.all, w->ended_well), .sampled = part_of(&w->census.sampled, w->ended_well), .report = r};
}

/* --- text -------------------------------------------------------------------------------------------------------------- */

static char *interval(const struct estimate *e)
{
    return e->bounded ? format_text("%.3g to %.3g", e->low, e->high) : format_text("unknown");
}

static void print_ratio(FILE *out, const char *of, uint64_t some, uint64_t all, const struct estimate *e, bool exact)
{
    char *count = format_text("%s of %s", show_count(some), show_count(all));
    if (!e->known)
        fprintf(out, "  %-14s %28s\n", of, count);
    else if (exact)
        fprintf(out, "  %-14s %28s   %.6g\n", of, count, e->value);
    else
        fprintf(out, "  %-14s %28s   %-12.6g %s\n", of, count, e->value, interval(e));
}

static void print_lengths(FILE *out, const struct census_part *p, bool exact)
{
    if (p->error_paths == 0)
        return;
    fprintf(out, "  lengths of the error paths: least %s, average %.1f, most %s", show_count(p->least), p->length.value,
        show_count(p->most));
    fprintf(out, exact ? "\n" : "; 95 %% of the average: %s\n", exact ? "" : interval(&p->length));
}

static void print_part(FILE *out, const struct census_part *p, bool exact)
{
    print_ratio(out, "error states", p->error_states, p->states, &p->state_ratio, exact);
    print_ratio(out, "error paths", p->error_paths, p->paths, &p->path_ratio, exact);
    print_lengths(out, p, exact);
}

static void print_errors(FILE *out, const struct report *r)
{
    for (size_t i = 0; i < r->finding_count; i++)
        if (!is_only_noticed(r, &r->findings[i]))
            fprintf(out, "error: %s\n", printable(r->findings[i].headline));
}

void census_text(const struct census_result *c, FILE *out)
{
    if (c->complete) {
        fprintf(out, "census: complete: %s\n", c->ending);
        print_part(out, &c->met, true);
    } else {
        fprintf(out, "census: an estimate: %s\n", c->ending);
        fprintf(out, "sampled%40s   %-12s %s\n", "", "ratio", "95 % confidence (Wilson)");
        print_part(out, &c->sampled, false);
        fputs("met in all\n", out);
        print_part(out, &c->met, true);
    }
    print_errors(out, c->report);
}

/* --- JSON -------------------------------------------------------------------------------------------------------------- */

static json_t *estimate_json(const struct estimate *e, bool exact)
{
    if (!e->known)
        return json_null();
    if (exact)
        return json_pack("{s:f}", "value", e->value);
    if (!e->bounded)
        return json_pack("{s:f,s:n,s:n}", "value", e->value, "low", "high");
    return json_pack("{s:f,s:f,s:f}", "value", e->value, "low", e->low, "high", e->high);
}

static json_t *length_json(const struct census_part *p, uint64_t length)
{
    return p->error_paths ? json_integer((json_int_t)length) : json_null();
}

static json_t *part_json(const struct census_part *p, bool exact)
{
    json_t *o = json_pack("{s:I,s:I,s:I,s:I}", "states", (json_int_t)p->states, "error_states", (json_int_t)p->error_states, "paths",
        (json_int_t)p->paths, "error_paths", (json_int_t)p->error_paths);
    json_object_set_new(o, "error_state_ratio", estimate_json(&p->state_ratio, exact));
    json_object_set_new(o, "error_path_ratio", estimate_json(&p->path_ratio, exact));
    json_object_set_new(o, "least_length", length_json(p, p->least));
    json_object_set_new(o, "average_length", estimate_json(&p->length, exact));
    json_object_set_new(o, "most_length", length_json(p, p->most));
    return o;
}

static json_t *errors_json(const struct report *r)
{
    json_t *array = json_array();
    for (size_t i = 0; i < r->finding_count; i++) {
        const struct finding *f = &r->findings[i];
        if (!is_only_noticed(r, f))
            json_array_append_new(array, json_pack("{s:s,s:s,s:b}", "kind", fault_words[f->fault.kind], "headline",
                printable(f->headline), "confirmed", f->doubt == NULL));
    }
    return array;
}

int census_json(const struct census_result *c, const char *path)
{
    const struct report *r = c->report;
    const struct wire *w = r->search->wire;
    json_t *o = json_pack("{s:s,s:i,s:s,s:s,s:b,s:s,s:I,s:I,s:I,s:f}", "schema", "mazurka-census", "schema_version", SCHEMA_VERSION,
        "mazurka_version", MZ_VERSION, "program", r->name, "complete", c->complete, "ending", c->ending, "seed",
        (json_int_t)w->config.seed, "distinct_states", (json_int_t)w->counters.states, "threads", (json_int_t)w->counters.threads,
        "seconds", (double)w->counters.nanoseconds / 1e9);
    json_object_set_new(o, "met", part_json(&c->met, true));
    json_object_set_new(o, "sampled", c->complete ? json_null() : part_json(&c->sampled, false));
    json_object_set_new(o, "errors", errors_json(r));
    return json_file_write(o, path);
}
