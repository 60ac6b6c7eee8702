/* runs.c - several runs of one search with different seeds. */
#include "tool/run/runs.h"

#include <inttypes.h>
#include <math.h>

#include "model/search_table.h"

static double states_of(const struct wire_run *r) { return (double)r->states; }
static double transitions_of(const struct wire_run *r) { return (double)r->transitions; }
static double path_of(const struct wire_run *r) { return (double)r->path; }
static double switches_of(const struct wire_run *r) { return (double)r->switches; }
static double preemptions_of(const struct wire_run *r) { return (double)r->preemptions; }
static double seconds_of(const struct wire_run *r) { return (double)r->nanoseconds / 1e9; }

static uint64_t count_of(const struct wire *w)
{
    return w->runs < WIRE_MAX_RUNS ? w->runs : WIRE_MAX_RUNS;
}

static struct spread spread_of(const struct wire *w, double (*number)(const struct wire_run *))
{
    struct spread s = {0};
    double sum = 0, squares = 0, n = 0;
    for (uint64_t i = 0; i < count_of(w); i++) {
        const struct wire_run *r = &wire_runs(w)[i];
        double x = number(r);
        if (r->verdict != WIRE_BUG)
            continue;
        s.least = n == 0 || x < s.least ? x : s.least;
        s.most = x > s.most ? x : s.most;
        sum += x;
        n++;
    }
    if (n == 0)
        return s;
    s.mean = sum / n;
    for (uint64_t i = 0; i < count_of(w); i++) {
        const struct wire_run *r = &wire_runs(w)[i];
        if (r->verdict == WIRE_BUG)
            squares += (number(r) - s.mean) * (number(r) - s.mean);
    }
    s.deviation = sqrt(squares / n);
    return s;
}

struct run_statistics runs_statistics(const struct wire *w)
{
    struct run_statistics s = {.runs = count_of(w)};
    for (uint64_t i = 0; i < s.runs; i++)
        s.found += wire_runs(w)[i].verdict == WIRE_BUG;
    s.states = spread_of(w, states_of);
    s.transitions = spread_of(w, transitions_of);
    s.path = spread_of(w, path_of);
    s.switches = spread_of(w, switches_of);
    s.preemptions = spread_of(w, preemptions_of);
    s.seconds = spread_of(w, seconds_of);
    return s;
}

static void print_row(FILE *out, const char *name, const struct spread *s, int decimals)
{
    fprintf(out, "  %-12s %14.*f %14.*f %14.*f %14.*f\n", name, decimals ? decimals : 1, s->mean, decimals, s->least, decimals,
        s->most, decimals ? decimals : 2, s->deviation);
}

static void print_heading(FILE *out, const char *of)
{
    fprintf(out, "  %-12s %14s %14s %14s %14s\n", of, "mean", "min", "max", "deviation");
}

static bool is_sampled(const struct wire *w, const struct wire_run *run)
{
    const struct search_kind *kind = search_kind_named(w->series ? wire_series(w)[run->series].search : w->config.search);
    return kind && kind->samples;
}

const char *run_outcome(const struct wire *w, const struct wire_run *run)
{
    switch (run->verdict) {
    case WIRE_BUG:          return "found";
    case WIRE_COMPLETE:     return "exhausted";
    case WIRE_LIMIT_DEPTH:  return "bounded";
    case WIRE_PARTIAL:      return is_sampled(w, run) ? "sampled" : "pruned";
    case WIRE_LIMIT_STATES: return "limit of states";
    case WIRE_LIMIT_TIME:   return "limit of time";
    case WIRE_LIMIT_MEMORY: return "limit of memory";
    case WIRE_UNSOUND:      return "refused";
    default:                return "cut"; /* behind something that is not supported */
    }
}

void runs_print(const struct wire *w, FILE *out)
{
    struct run_statistics s = runs_statistics(w);
    fprintf(out, "\n%" PRIu64 " run%s; an error was found in %.4g %%\n", s.runs, s.runs == 1 ? "" : "s",
        s.runs ? 100.0 * (double)s.found / (double)s.runs : 0.0);
    if (s.found == 0)
        return;
    print_heading(out, "until then");
    print_row(out, "states", &s.states, 0);
    print_row(out, "transitions", &s.transitions, 0);
    print_row(out, "error path", &s.path, 0);
    print_row(out, "switches", &s.switches, 0);
    print_row(out, "preemptions", &s.preemptions, 0);
}

void runs_print_times(const struct wire *w, FILE *out)
{
    struct run_statistics s = runs_statistics(w);
    if (s.found == 0)
        return;
    print_heading(out, "");
    print_row(out, "seconds", &s.seconds, 6);
}
