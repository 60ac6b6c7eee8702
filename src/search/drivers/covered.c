/* covered.c - the end of a search, and what it has covered where that is not everything. */
#include "search/drivers/covered.h"

#include <string.h>

#include "base/text.h"
#include "search/policies/rb.h"
#include "search/policies/rounds.h"

/* States that wait in a queue are on no path: loops are looked for when all is explored. */
bool covered_looks_again(const struct engine *e)
{
    const struct search_config *c = e->config;
    return c->search->is->queues && !c->endless && c->jobs <= 1 && c->ranks <= 1 && e->counters->revisits > 0;
}

/* Loops are seen by reductions that look for ends, and on the path of a depth-first search. Where the state space is explored in parts
 * nobody sees them. */
bool covered_misses_loops(const struct engine *e)
{
    const struct search_config *c = e->config;
    bool seeks_ends = e->reduction && e->reduction->seeks_ends, states = c->search->is->depth_first || c->search->is->queues;
    return states && !seeks_ends && !e->cycles && !covered_looks_again(e) && !c->endless && !c->search->is->composite &&
           !c->search->replays && e->counters->revisits > 0;
}

/* A reduction as it is printed in a paper may lose what there is; others may have had to leave something out, or lose what they were asked
 * to look for. */
static bool partly(const struct engine *e)
{
    const struct reduction *r = e->reduction;
    return r && (r->keeps == 0 || e->reducing.partial || (e->config->races && !(r->keeps & KEEPS_RACES)));
}

enum wire_verdict search_verdict(const struct engine *e)
{
    return e->verdict != WIRE_NO_VERDICT ? e->verdict
           : e->left_out || partly(e)    ? WIRE_PARTIAL
           : e->bounds.cut > 0           ? WIRE_LIMIT_DEPTH
                                         : WIRE_COMPLETE;
}

/* Coverage of the search, where that is not everything: all within its bounds, or, where early backtracking has left parts out, all above
 * the threshold. */
void covered_claim(const struct engine *e, bool partial, char *out, size_t size)
{
    size_t used = 0;
    if (partial && e->rounds.covered > 0) {
        rb_claim(e->rb.C, e->rounds.covered, out, size);
        used = strlen(out);
    }
    for (unsigned i = 0; i < e->bounds.count; i++) {
        const struct bounding *b = &e->bounds.each[i];
        unsigned long limit = b->limit;
        if (b->soft || (partial && e->rb.C && e->rounds.covered == 0))
            continue;
        used += text_format(out + used, size - used, "%s", used ? " and " : "");
        used += b->bound->up_to
                    ? text_format(out + used, size - used, "%s %lu", b->bound->up_to, limit)
                : limit != 1 && b->bound->things
                    ? text_format(out + used, size - used, "within %lu %s", limit, b->bound->things)
                    : text_format(out + used, size - used, "within %lu %s%s", limit, b->bound->thing, limit == 1 ? "" : "s");
        used += text_format(out + used, size - used, "%s%s", b->bound->of ? " of " : "", b->bound->of ? b->bound->of : "");
    }
}

/* It is there as a whole, or not at all. */
static void note_within(struct engine *e, const char *within)
{
    struct wire_covered *c = e->report->covered;
    if (!c)
        return;
    c->states = 0;
    text_copy(c->within, sizeof c->within, within);
    c->loops_unseen = covered_misses_loops(e);
    c->states = within[0] ? e->counters->states : 0;
}

/* A round has ended, and others follow: what it has explored within its bounds, or above its threshold, stands. */
void covered_note(struct engine *e)
{
    char within[sizeof e->report->covered->within] = "";
    enum wire_verdict verdict = search_verdict(e);
    rounds_note_threshold(e);
    bool partial = verdict == WIRE_PARTIAL && e->rounds.covered > 0;
    if (e->halted || (verdict != WIRE_LIMIT_DEPTH && !partial))
        return;
    covered_claim(e, partial, within, sizeof within);
    note_within(e, within);
}

void covered_note_depth(struct engine *e, uint64_t depth)
{
    char within[40];
    bool in_parts = e->team.as && e->team.as->one_path;
    if (e->halted || e->left_out || e->reduction || e->bounds.count || e->rb.C || in_parts)
        return;
    text_format(within, sizeof within, "to depth %lu", (unsigned long)depth);
    note_within(e, within);
}
