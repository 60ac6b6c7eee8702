/* optimal.c - optimal dynamic partial order reduction with wakeup trees: Abdulla, Aronsson, Jonsson, Sagonas, "Source sets: a foundation
 * for optimal dynamic partial order reduction" (JACM 2017), algorithm 2. Stateless: no state counts as known, every path is
 * followed to its end.
 *
 * With source sets an execution may turn out to be equivalent to another when much of it has been explored: everything that could go
 * on sleeps. So what is to be done in place of a step is remembered whole. At the end of an execution, for every race of i and j, the
 * sequence v = notdep(i).j is put into the wakeup tree of the state where i was, unless a thread sleeps there with which v could
 * begin, or something equivalent is in the tree. The branches of a tree are then followed one after the other.
 *
 * A branch that cannot be followed is dropped: of an operation that has to wait it is not always known whether it could come there
 * (after a trylock, semaphores, condition variables). Then, and where threads end the process, an execution may be given up half-way
 * as with source sets; no two that are explored to the end are equivalent.
 *
 * Where a step has several outcomes (a choice, a signal to one of several waiters), which one it had is part of a sequence: what comes
 * after it is possible after that outcome. Only of j, which is last, it is not: where it comes earlier it may have others. A thread that
 * is tried is tried with all outcomes; what follows after those of which the tree says nothing is explored in any order, and may be
 * given up half-way.
 *
 * What j touches where it comes earlier must be known, or a sequence is taken for covered by one that is not. So an operation that may
 * only look (model/op.h) counts as if it did not: it is not known what it will find there. And it depends on everything if somebody is
 * inside an atomic section there, whether somebody was where it came or not. (What comes before j in a sequence came where nobody was,
 * or it would depend on i.)
 */
#include "base/reserve.h"
#include "reduce/execution.h"

#include <string.h>

/* Node of a wakeup tree, by its number; 0: none. */
struct branch {
    uint32_t child, next; /* the first below it, and the next beside it */
    event    event;
    uint16_t outcome;
    uint8_t  thread;
};
#define ANY_OUTCOME UINT16_MAX

struct tree {
    uint32_t first;
    bool     inside; /* somebody is in an atomic section */
    event    pending[MAX_THREADS]; /* of sleeping threads */
};

/* A step of a sequence, with what happens before it there. */
struct word {
    const struct step *step;
    const uint32_t    *clock;
    uint16_t           outcome;
};

struct wakeup {
    struct tree   *trees;    /* like the points of the execution */
    struct branch *branches;
    struct word   *words;
    struct step    last;     /* of the sequence that is being written down, as it would be there */
    size_t         tree_bytes, branch_bytes, word_bytes;
    uint32_t       count, most, free; /* branches */
    uint32_t       carried;           /* what is left of the branch being followed */
    bool           full;              /* there was no room for a branch */
};

/* --- memory ----------------------------------------------------------------------------------------------------------- */

static void close_optimal(void *self)
{
    struct execution *x = self;
    struct wakeup *w = x->own;
    if (w) {
        reserve_release(w->trees, w->tree_bytes);
        reserve_release(w->branches, w->branch_bytes);
        reserve_release(w->words, w->word_bytes);
        reserve_release(w, sizeof *w);
    }
    execution_close(x);
}

static struct wakeup *open_wakeup(uint64_t max_nodes, uint32_t most_steps)
{
    size_t bytes = sizeof(struct wakeup);
    struct wakeup *w = reserve(&bytes, bytes);
    if (!w)
        return NULL;
    w->tree_bytes = (max_nodes + 1) * sizeof *w->trees;
    w->word_bytes = ((size_t)most_steps + 1) * sizeof *w->words;
    w->branch_bytes = reserve_machine() / 2;
    w->trees = reserve(&w->tree_bytes, w->tree_bytes);
    w->words = reserve(&w->word_bytes, w->word_bytes);
    w->branches = reserve(&w->branch_bytes, 1 << 20);
    size_t most = w->branch_bytes / sizeof *w->branches;
    w->most = most < UINT32_MAX ? (uint32_t)most : UINT32_MAX;
    w->count = 1;
    return w;
}

static void race(struct execution *x);

static void *open_optimal(uint64_t max_nodes)
{
    struct execution *x = execution_open(max_nodes, race, true);
    if (!x)
        return NULL;
    x->late = x->never_looks = true;
    struct wakeup *w = x->own = open_wakeup(max_nodes, x->most);
    if (w && w->trees && w->words && w->branches)
        return x;
    close_optimal(x);
    return NULL;
}

static void reset_optimal(void *self)
{
    struct execution *x = self;
    struct wakeup *w = x->own;
    execution_reset(x);
    w->count = 1;
    w->free = w->carried = 0;
    w->full = false;
    w->trees[0].first = 0;
}

/* --- trees ------------------------------------------------------------------------------------------------------------ */

/* The branch with all below and beside it: what is below comes to be beside it, before it. */
static void drop(struct wakeup *w, uint32_t at)
{
    while (at) {
        struct branch *b = &w->branches[at];
        uint32_t next = b->child ? b->child : b->next, last = next;
        if (b->child) {
            while (w->branches[last].next)
                last = w->branches[last].next;
            w->branches[last].next = b->next;
        }
        b->next = w->free;
        w->free = at;
        at = next;
    }
}

/* A branch leaves its list, in which it is at *place. Returns what is below it. */
static uint32_t detach(struct wakeup *w, uint32_t *place)
{
    struct branch *b = &w->branches[*place];
    uint32_t child = b->child, at = *place;
    *place = b->next;
    b->next = b->child = 0;
    drop(w, at);
    return child;
}

/* 0: there is no room. */
static uint32_t new_branch(struct wakeup *w, const struct word *word)
{
    uint32_t at = w->free;
    if (at)
        w->free = w->branches[at].next;
    else if (w->count < w->most)
        at = w->count++;
    else
        return 0;
    w->branches[at] = (struct branch){.event = word->step->event, .outcome = word->outcome, .thread = word->step->thread};
    return at;
}

/* --- sequences -------------------------------------------------------------------------------------------------------- */

/* Can the sequence begin with word k? */
static bool initial(const struct word *words, uint32_t k)
{
    for (uint32_t m = 0; m < k; m++)
        if (execution_knows(words[k].clock, words[m].step))
            return false;
    return true;
}

static uint32_t first_of(const struct word *words, uint32_t count, tid t)
{
    uint32_t k = 0;
    while (k < count && words[k].step->thread != t)
        k++;
    return k;
}

/* Can it begin with the thread (*at: at which word), or does that depend on none of it (*at is count)? */
static bool weakly_initial(const struct execution *x, const struct word *words, uint32_t count, tid t, event e, uint32_t *at)
{
    *at = first_of(words, count, t);
    if (*at < count)
        return initial(words, *at);
    for (uint32_t m = 0; m < count; m++)
        if (execution_touches(x, words[m].step->thread, words[m].step->label, e))
            return false;
    return true;
}

static bool covered_by_sleep(const struct execution *x, const struct tree *tree, threadset sleep, const struct word *words, uint32_t count)
{
    uint32_t at;
    THREADSET_EACH(t, sleep)
        if (weakly_initial(x, words, count, t, tree->pending[t], &at))
            return true;
    return false;
}

/* steps[count], as it would be in place of step i. */
static const struct step *as_there(struct execution *x, uint32_t i)
{
    struct wakeup *w = x->own;
    struct step *j = &w->last;
    *j = x->steps[x->count];
    j->event = w->trees[x->steps[i].point].inside ? event_of(x->labels, j->thread, LABEL_EVERYTHING) : j->alone;
    j->label = event_label(x->labels, j->event);
    return j;
}

/* notdep(i).j, where j is steps[count]. Returns its length; `clock` is of j without i and what depends on it. */
static uint32_t write_down(struct execution *x, uint32_t i, uint32_t clock[MAX_THREADS])
{
    const struct step *a = &x->steps[i], *j = as_there(x, i);
    struct word *words = ((struct wakeup *)x->own)->words;
    uint32_t count = 0;
    memcpy(clock, x->past, sizeof x->past);
    for (uint32_t k = i + 1; k < x->end; k++) {
        const struct step *s = &x->steps[k];
        if (k == x->count || execution_knows(s->clock, a))
            continue;
        words[count++] = (struct word){s, s->clock, s->outcome};
        if (k < x->count && execution_dependent(x, s, j))
            execution_merge(clock, s->clock);
    }
    words[count++] = (struct word){j, clock, ANY_OUTCOME};
    return count;
}

static bool same_outcome(uint16_t a, uint16_t b)
{
    return a == b || a == ANY_OUTCOME || b == ANY_OUTCOME;
}

/* Can the sequence begin with the branch? *at: as above. */
static bool fits(const struct execution *x, const struct branch *b, const struct word *words, uint32_t count, uint32_t *at)
{
    return weakly_initial(x, words, count, b->thread, b->event, at) && (*at == count || same_outcome(words[*at].outcome, b->outcome));
}

/* The list of branches in which the words that are left have to go on, or NULL: what is there will do. */
static uint32_t *descend(struct execution *x, uint32_t *list, uint32_t *count)
{
    struct wakeup *w = x->own;
    for (uint32_t at = *list; at;) {
        struct branch *b = &w->branches[at];
        uint32_t k;
        if (!fits(x, b, w->words, *count, &k)) {
            at = b->next;
            continue;
        }
        if (k < *count)
            memmove(&w->words[k], &w->words[k + 1], (--*count - k) * sizeof *w->words);
        if (*count == 0 || b->child == 0)
            return NULL;
        list = &b->child;
        at = *list;
    }
    return list;
}

static void insert(struct execution *x, uint32_t *list, uint32_t count)
{
    struct wakeup *w = x->own;
    list = descend(x, list, &count);
    if (!list)
        return;
    while (*list)
        list = &w->branches[*list].next;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t at = *list = new_branch(w, &w->words[k]);
        w->full |= at == 0;
        if (at == 0)
            return;
        list = &w->branches[at].child;
    }
}

static bool reverse(struct execution *x, uint32_t i)
{
    struct wakeup *w = x->own;
    uint32_t point = x->steps[i].point, clock[MAX_THREADS];
    const struct point *p = &x->points[point];
    if (x->steps[i].forced)
        return false;
    uint32_t count = write_down(x, i, clock);
    if (initial(w->words, count - 1) && !threadset_has(p->enabled, x->steps[x->count].thread))
        return false; /* j could not run there, and nothing in v changes that */
    if (!threadset_has(p->enabled, w->words[0].step->thread))
        return false; /* i is inside an atomic section */
    if (!covered_by_sleep(x, &w->trees[point], (p->sleep | p->done) & ~p->failing, w->words, count))
        insert(x, &w->trees[point].first, count);
    return true;
}

static void race(struct execution *x)
{
    execution_races(x, reverse);
}

/* --- the search goes on ----------------------------------------------------------------------------------------------- */

static threadset enter(struct reducing *r)
{
    struct execution *x = r->self;
    struct wakeup *w = x->own;
    struct tree *tree = &w->trees[r->depth];
    tree->first = r->depth > 0 ? w->carried : 0;
    w->carried = 0;
    threadset at_once = execution_enter(r);
    r->full |= w->full;
    tree->inside = threadset_any(x->inside);
    THREADSET_EACH(t, x->live & ~x->parked)
        tree->pending[t] = x->pending[t].event;
    return at_once;
}

/* The branch of the list that begins with this outcome of t leaves it. Returns what is below it, or 0. */
static uint32_t follow(struct wakeup *w, uint32_t *list, tid t, uint16_t outcome)
{
    for (uint32_t *place = list; *place; place = &w->branches[*place].next) {
        const struct branch *b = &w->branches[*place];
        if (b->thread == t && same_outcome(b->outcome, outcome))
            return detach(w, place);
    }
    return 0;
}

static void performing(struct reducing *r, tid t)
{
    struct execution *x = r->self;
    struct wakeup *w = x->own;
    bool first = !threadset_any(r->moved);
    execution_performing(r, t);
    if (first && x->aside)
        return;
    uint32_t below = follow(w, first ? &w->trees[r->depth].first : &w->carried, t, execution_outcome(r));
    drop(w, w->carried);
    w->carried = below;
}

static void arrived(struct reducing *r, enum led led)
{
    const struct execution *x = r->self;
    execution_arrived(r, led);
    r->full |= ((const struct wakeup *)x->own)->full;
}

static threadset more(struct reducing *r)
{
    struct execution *x = r->self;
    struct wakeup *w = x->own;
    struct tree *tree = &w->trees[r->depth];
    const struct point *p = &x->points[r->depth];
    threadset possible = p->enabled & ~(p->done | p->sleep);
    while (tree->first && !threadset_has(possible, w->branches[tree->first].thread))
        drop(w, detach(w, &tree->first));
    return tree->first ? threadset_of(w->branches[tree->first].thread) : execution_more(r);
}

static void leave(struct reducing *r)
{
    struct execution *x = r->self;
    struct wakeup *w = x->own;
    drop(w, w->trees[r->depth].first);
    w->trees[r->depth].first = 0;
    execution_leave(r);
}

const struct reduction reduction_optimal_dpor = {
    .is = &reduction_kind_optimal_dpor,
    .open = open_optimal,
    .close = close_optimal,
    .reset = reset_optimal,
    .enter = enter,
    .more = more,
    .performing = performing,
    .arrived = arrived,
    .leave = leave,
    EXECUTION,
};
