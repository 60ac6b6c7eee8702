/* guarantee.c - with which probability executions that were sampled would have shown a bug. */
#include "tool/result/guarantee.h"

#include <math.h>

#include "model/sampling_bound.h"
#include "tool/cli/options.h"
#include "tool/cli/search_options.h"

static const double wanted = 0.9;

/* Probability of one execution, with change points drawn from `steps` steps or accesses. */
static double once(const struct guarantee *p, uint64_t steps)
{
    return 1 / sampling_bound(&(struct sampling_bound){.threads = p->threads, .steps = steps, .depth = p->depth,
        .variables = p->variables, .of_variables = p->of_variables});
}

static double executions_for(double probability, double once)
{
    return once < 1 ? ceil(log1p(-probability) / log1p(-once)) : 1;
}

bool guarantee_of(const struct report *r, struct guarantee *p, const char **why)
{
    const struct wire_sampled *n = &r->search->wire->counters.sampled;
    const struct wire_steering w = r->settings->how.steering;
    *why = NULL;
    if (!search_takes(&r->settings->how, "bug-depth") || n->threads == 0 || r->verdict == VERDICT_VERIFIED)
        return false;
    *why = n->cuts ? "nothing is promised: some executions were not followed to their end"
           : w.permuted ? "nothing is promised: no bound is known for --priorities=permuted" : NULL;
    if (*why)
        return false;
    *p = (struct guarantee){.depth = (uint32_t)n->depth, .threads = n->threads, .steps = n->steps, .executions = n->promised};
    p->passed = p->depth > w.bug_depth ? p->depth - 1 : 0;
    p->of_variables = n->variables;
    p->variables = search_takes(&r->settings->how, "variables") ? sampling_bound_variables(w.variables, p->depth, n->variables) : 0;
    p->steps = p->variables ? n->accesses : n->steps;
    p->once = once(p, p->steps);
    p->half = p->variables ? once(p, n->median * p->variables) : p->once;
    p->in_all = p->once < 1 ? -expm1((double)p->executions * log1p(-p->once)) : p->executions > 0;
    p->enough = executions_for(wanted, p->once);
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

/* "of depth 3", "of depth 3 on 1 variable". */
static char *which_bugs(const struct guarantee *p, bool listed)
{
    const char *at = listed ? ", at what is tracked," : "";
    return p->variables ? format_text("depth %u on %s%s", p->depth, show_things(p->variables, "variable"), at)
                        : format_text("depth %u%s", p->depth, at);
}

/* What was seen at most. */
static char *seen(const struct guarantee *p)
{
    if (p->variables == 0)
        return format_text("%s and %s", show_things(p->threads, "thread"), show_things(p->steps, "step"));
    return format_text("%s, %s, and %s access%s to %s of them", show_things(p->threads, "thread"), show_things(p->of_variables, "variable"),
        show_count(p->steps), p->steps == 1 ? "" : "es", p->variables == 1 ? "one" : show_count(p->variables));
}

char *guarantee_text(const struct report *r)
{
    struct guarantee p;
    const char *why;
    if (!guarantee_of(r, &p, &why))
        return why ? format_text("%s", why) : NULL;
    char *others = p.half > p.once ? format_text(" (on the half of them that is accessed least: 1 in %s)", show_large(1 / p.half)) : "";
    const char *besides = "; what is chosen besides threads, such as time-outs and who is woken, is not counted";
    char *passed = p.passed ? format_text("a bug of depth %u would have been found with 99 %%; ", p.passed) : "";
    return format_text("%sa bug of %s is found by one execution with probability 1 in %s at least%s, by %s with 90 %%, by the %s made so "
        "with %s (no execution was seen with more than %s%s)", passed, which_bugs(&p, wire_is_listed(r->search->config.visible)),
        show_large(1 / p.once), others, show_large(p.enough), show_count(p.executions), show_percent(p.in_all), seen(&p),
        r->search->wire->counters.sampled.choices ? besides : "");
}
