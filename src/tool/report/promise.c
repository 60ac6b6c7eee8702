/* promise.c - with which probability executions that were sampled would have shown a bug. */
#include "tool/report/promise.h"

#include <math.h>

#include "model/search_table.h"
#include "tool/options.h"

static const double wanted = 0.9;

bool promise_of(const struct report *r, struct promise *p, const char **why)
{
    const struct wire_counters *n = &r->search->wire->counters;
    *why = NULL;
    if (!search_kind_named(r->settings->how.search)->takes_bug_depth || n->run_threads == 0 || r->verdict == VERDICT_VERIFIED)
        return false;
    if (n->run_cuts > 0) {
        *why = "nothing is promised: some executions were not followed to their end";
        return false;
    }
    *p = (struct promise){.depth = r->settings->how.steering.bug_depth, .threads = n->run_threads, .steps = n->run_steps,
        .executions = n->promised};
    p->once = 1 / ((double)p->threads * pow((double)(p->steps ? p->steps : 1), p->depth - 1));
    p->in_all = p->once < 1 ? -expm1((double)p->executions * log1p(-p->once)) : p->executions > 0;
    p->enough = p->once < 1 ? ceil(log1p(-wanted) / log1p(-p->once)) : 1;
    return true;
}

/* Numbers beyond all counting are shown by their size. */
static char *show_large(double value)
{
    return value < 1e15 ? show_count((uint64_t)ceil(value * (1 - 1e-12))) : format_text("%.1e", value);
}

/* Rounded down: it is at least that. */
static char *show_percent(double probability)
{
    double percent = floor(probability * 1000) / 10;
    return format_text(probability < 0.1 ? "%.1f %%" : "%.0f %%", probability < 0.1 ? percent : floor(percent));
}

char *promise_text(const struct report *r)
{
    const struct wire_counters *n = &r->search->wire->counters;
    struct promise p;
    const char *why;
    if (!promise_of(r, &p, &why))
        return why ? format_text("%s", why) : NULL;
    return format_text("a bug of depth %u is found by one execution with probability 1 in %s at least, by %s with 90 %%, by the %s made so "
        "with %s (no execution was seen with more than %s and %s%s)", p.depth, show_large(1 / p.once), show_large(p.enough),
        show_count(p.executions), show_percent(p.in_all), show_things(p.threads, "thread"), show_things(p.steps, "step"),
        n->run_choices ? "; what is chosen besides threads, such as time-outs and who is woken, is not counted" : "");
}
