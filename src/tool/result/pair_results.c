/* pair_results.c - see pair_results.h. */
#include "tool/result/pair_results.h"

#include <inttypes.h>

#include "tool/cli/options.h"
#include "tool/run/fragment_list.h"

static bool is_done(const struct wire_pair *p)
{
    return p->verdict == WIRE_COMPLETE || p->verdict == WIRE_BUG;
}

/* There were two threads, of which the first has come to the fragment. */
static bool is_pair(const struct wire_pair *p)
{
    return p->entries > 0 && p->met;
}

struct pair_counts pair_results_count(const struct launch *l)
{
    struct pair_counts n = {0};
    for (uint32_t i = 0; i < l->wire->pairs; i++) {
        const struct wire_pair *p = &wire_pairs(l->wire)[i];
        n.covered += is_done(p) && is_pair(p);
        n.never += is_done(p) && !is_pair(p);
        n.stopped += !is_done(p);
    }
    return n;
}

const char *pair_result_word(const struct wire_pair *p)
{
    switch (p->verdict) {
    case WIRE_BUG:          return "bug";
    case WIRE_COMPLETE:     return !p->entries ? "never entered" : p->met ? "complete" : "never met";
    case WIRE_LIMIT_TIME:   return "stopped by time";
    case WIRE_LIMIT_STATES: return "stopped by states";
    case WIRE_LIMIT_MEMORY: return "stopped by memory";
    case WIRE_CUT:          return "not supported";
    case WIRE_NO_VERDICT:   return p->taken ? "stopped" : "not explored";
    default:                return "stopped";
    }
}

const char *pair_result_fragment(const struct launch *l, const struct wire_pair *p)
{
    return l->fragments && p->fragment < l->fragments->count ? l->fragments->at[p->fragment].name : NULL;
}

void pair_results_print(const struct launch *l, FILE *out)
{
    for (uint32_t i = 0; i < l->wire->pairs; i++) {
        const struct wire_pair *p = &wire_pairs(l->wire)[i];
        const char *fragment = pair_result_fragment(l, p);
        if (is_done(p) && !is_pair(p))
            continue;
        fprintf(out, "pair %u,%u%s%s: %s, %s, %s, %s\n", p->first, p->second, fragment ? " of " : "", fragment ? fragment : "",
            pair_result_word(p), show_things(p->states, "state"), show_things(p->transitions, "transition"),
            show_duration(p->nanoseconds / 1000000));
    }
    uint64_t never = pair_results_count(l).never;
    if (never)
        fprintf(out, "%s whose first thread %s, or whose second thread was not there\n", show_things(never, "pair"),
            l->fragments ? "never came to the fragment" : "was not there");
}
