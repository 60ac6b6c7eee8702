/* ranking.c - bugs that --search=ranked would have found, and the rank at which it has found one. */
#include "tool/result/ranking.h"

#include "tool/cli/options.h"
#include "tool/cli/search_options.h"

static bool is_ranked(const struct report *r)
{
    return search_takes(&r->settings->how, "cvt");
}

static const struct wire_counters *counters_of(const struct report *r)
{
    return &r->search->wire->counters;
}

static bool promises(const struct report *r)
{
    return is_ranked(r) && counters_of(r)->sampled.cuts == 0 && r->settings->how.steering.ranked_pruning != PRINTED_PRUNING;
}

/* Findings at (c, v, t) include those with less of each. */
static bool is_included(const struct wire_ranked *w, unsigned c, unsigned v)
{
    for (unsigned more_c = c; more_c <= WIRE_RANK_MOST; more_c++)
        for (unsigned more_v = v; more_v <= WIRE_RANK_MOST; more_v++)
            if ((more_c > c || more_v > v) && w->covered[more_c][more_v] >= w->covered[c][v])
                return true;
    return false;
}

unsigned ranking_covered(const struct report *r, struct rank_covered out[RANKS_COVERED])
{
    const struct wire_ranked *w = &counters_of(r)->ranked;
    double likely = 1 - (double)r->settings->how.steering.epsilon / EPSILON_PARTS;
    unsigned count = 0;
    for (unsigned c = 0; promises(r) && c <= WIRE_RANK_MOST; c++)
        for (unsigned v = 0; v <= WIRE_RANK_MOST; v++)
            if (w->covered[c][v] > 0 && !is_included(w, c, v))
                out[count++] = (struct rank_covered){c, v, w->covered[c][v], w->certain[c][v] ? 1 : likely};
    return count;
}

static char *probability_text(double probability)
{
    return probability == 1 ? format_text("with certainty") : format_text("with probability %.10g", probability);
}

char *ranking_text(const struct report *r)
{
    const struct wire_counters *n = counters_of(r);
    struct rank_covered covered[RANKS_COVERED];
    unsigned count = ranking_covered(r, covered);
    if (!is_ranked(r) || n->sampled.threads == 0)
        return NULL;
    char *text = format_text(n->sampled.cuts ? "no bugs for certain: some executions were not followed to their end"
                             : !promises(r)  ? "no bugs for certain: --ranked-pruning=printed loses some"
                                             : "no bugs so far");
    for (unsigned i = 0; i < count; i++)
        text = format_text("%s%s c ≤ %u, v ≤ %u, t ≤ %u %s", i ? text : "", i ? ", and of" : "all bugs of", covered[i].c, covered[i].v,
            covered[i].t, probability_text(covered[i].probability));
    const char *besides = "; what is chosen besides threads, such as time-outs and who is woken, is not covered";
    return format_text("%s; profiled %s, %s%s", text, show_things(n->sampled.threads, "thread"),
        show_things(n->sampled.variables, "variable"), n->sampled.choices ? besides : "");
}

char *ranking_of_bug(const struct report *r)
{
    const struct wire_ranked *w = &counters_of(r)->ranked;
    if (!is_ranked(r) || r->settings->config.all_faults || r->settings->how.steering.runs || w->t == 0 ||
        r->search->wire->verdict != WIRE_BUG || r->search->wire->ended_by != WIRE_BUG)
        return NULL;
    return format_text("c = %u, v = %u, t = %u", (unsigned)w->c, (unsigned)w->v, (unsigned)w->t);
}
