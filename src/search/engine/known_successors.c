/* known_successors.c - transitions of which it is known before where they lead.
 *
 * Most transitions of a search lead to known states. Where the lts foresees the digests of a new node's successors, they are
 * looked up in the visited set when their turn comes: a transition that leads to a known state is counted, but neither taken
 * nor rewound. All successors' lines of the table are fetched together when the node is new.
 *
 * A successor that has a single successor itself is not in the visited set: `passed` remembers some of those, so that a run
 * which was followed before need not be followed again to where it ends.
 */
#include "search/engine/known_successors.h"

#include "base/reserve.h"
#include "reduce/shared_facts.h"
#include "search/engine/engine_state.h"
#include "search/engine/race_record.h"
#include "search/engine/reduced.h"

bool successors_open(struct engine *e)
{
    e->successors.bytes = reserve_machine() / 2;
    e->successors.to = reserve(&e->successors.bytes, 1 << 20);
    e->successors.label_bytes = e->successors.bytes / sizeof *e->successors.to * sizeof *e->successors.labels;
    e->successors.labels = reserve(&e->successors.label_bytes, 1 << 20);
    size_t bytes = PASSED * sizeof *e->successors.passed.at;
    e->successors.passed.at = reserve(&bytes, bytes);
    return e->successors.to != NULL && e->successors.labels != NULL && e->successors.passed.at != NULL;
}

void successors_close(struct engine *e)
{
    reserve_release(e->successors.to, e->successors.bytes);
    reserve_release(e->successors.labels, e->successors.label_bytes);
    reserve_release(e->successors.passed.at, PASSED * sizeof *e->successors.passed.at);
}

/* A state that is known is not always done with: where paths are cut off it may have to be expanded again, and it may close a
 * cycle. A reduction wants to see every step. */
bool successors_fits(const struct engine *e)
{
    const struct search_config *c = e->config;
    bool told = e->reduction && e->reduction->performing && !e->reduction->foreseen;
    bool every_step_counts = c->livelock || e->bounds.count > 0 || c->rb || told;
    return lts_foresees(e->lts) && c->search->is->depth_first && !every_step_counts;
}

static void keep_labels(struct engine *e, const struct node *n)
{
    if ((n->ahead + MAX_THREADS) * sizeof *e->successors.labels > e->successors.label_bytes) {
        e->races.full = true;
        return;
    }
    THREADSET_EACH(t, n->foreseen) {
        e->successors.labels[n->ahead + t] = e->lts->labels->foreseen[t];
        race_graph_prefetch(&e->races, e->successors.to[n->ahead + t]);
    }
}

void successors_enter(struct engine *e, struct node *n, threadset likely)
{
    if (!e->successors.fits)
        return;
    const struct node *before = e->depth > 0 ? n - 1 : NULL;
    n->ahead = before ? before->ahead + threadset_span(before->foreseen) : 0;
    if ((n->ahead + MAX_THREADS) * sizeof *e->successors.to > e->successors.bytes)
        return;
    struct digest *to = &e->successors.to[n->ahead];
    n->foreseen = lts_foreseen(e->lts, likely & n->enabled, to);
    THREADSET_EACH(t, n->foreseen) {
        visited_prefetch(&e->visited, to[t]);
        __builtin_prefetch(passed_place(&e->successors.passed, to[t]));
    }
    if (e->labelled)
        keep_labels(e, n);
    if (e->reducing.facts)
        THREADSET_EACH(t, n->foreseen)
            visited_prefetch(&e->reducing.facts->table, to[t]);
}

/* A reduction that leaves threads out here wants to see where the others lead, or be told. */
void successors_limit(const struct engine *e, struct node *n)
{
    if (e->reduction && !e->reduction->foreseen && !threadset_equal(n->todo, n->enabled))
        n->foreseen = NO_THREADS;
}

bool successors_leads_back(const struct engine *e, const struct node *n, tid t)
{
    struct digest d = e->successors.to[n->ahead + t];
    return visited_has(&e->visited, d) || passed_has(&e->successors.passed, d);
}

bool successors_known(struct engine *e, const struct node *n)
{
    if (!threadset_has(n->foreseen, n->thread))
        return false;
    if (e->cycles && livelock_on_path(&e->livelock, e->successors.to[n->ahead + n->thread])) /* it is to be seen which loop that is */
        return false;
    if (e->reduction && e->reduction->foreseen ? !reduced_foreseen(e, n->thread, e->successors.to[n->ahead + n->thread])
                                               : !successors_leads_back(e, n, n->thread))
        return false;
    if (e->labelled)
        race_record_foreseen(e, n, n->thread, e->successors.to[n->ahead + n->thread]);
    struct wire_counters *c = e->counters;
    c->transitions++;
    c->revisits++;
    c->foreseen++;
    if (e->depth + 1 > c->max_depth)
        c->max_depth = e->depth + 1;
    return true;
}
