/* rb.c - randomized backtracking: figures 1 to 4 of Parížek, Lhoták, "Fast Detection of Concurrency Errors by State Space
 * Traversal with Randomization and Early Backtracking". Figure 1 is dfs_from() in dfs.c, which asks turn_back() in lines 14
 * to 16 and turn_back_again() in line 22.
 *
 * Readings, where the paper leaves room:
 *  - The ratio is tested before every outgoing transition of a state, the first one and each outcome included, so that the
 *    i-th transition is explored with the probability R^i.
 *  - backtrackAgain is asked after every return from a successor, also an ordinary one (a state explored completely, a known
 *    one, an end), so that with the random strategy an ordinary return may go on backtracking.
 *  - An early return starts a new jump: total_jump_index + 1, cur_jump_len = 1. With the Luby strategy only early returns
 *    start jumps; one that has come to its length, or to the threshold, is over.
 *  - Depth, r and context switches count choice points only. The first decision of a path is neither a context switch nor
 *    a choice without one. The coefficient applies from the second decision on.
 *  - d in 1-d/c is the search depth in the configured mode.
 *  - A ratio at or below 0 always turns back, one at or above 1 never does.
 *  - L is the length of the first path in transitions, in both modes (figure 2, line 5). L·f is compared as a real number,
 *    and nothing turns back before the first path has ended. The first path has ended when the search first steps back.
 *  - H, the threshold of a program's own (plans, III and IV.B), comes from the first path, too, which is left up to the threshold at once:
 *    it is a probe, and where it ends says nothing of where errors are.
 *  - With I, an iteration that ends without an error before its limit also goes on to the next value (rounds.c).
 *
 * Ours differs in what counts as visited. As printed, a state first met below the threshold and left early counts as visited
 * when it is met again above it, so that "all states and transitions with depth less than the value of threshold" (section
 * 5.3) are not explored. By default such a state is expanded again (state_matching.c: the threshold is a soft bound); `paper` in
 * the configuration gives the printed behaviour and claims no coverage.
 *
 * Ratios are fixed-point numbers with 32 bits after the point, so that a seed gives the same run on every machine.
 */
#include "search/policies/rb.h"

#include "base/sequences.h"
#include "base/text.h"
#include "search/engine/engine.h"

#define ONE ((uint64_t)1 << 32)
enum { FADING = 16 }; /* of what is noted of transitions with each question */

void rb_begin(struct engine *e)
{
    struct rb *rb = &e->rb;
    const struct rb_tuple *C = rb->C;
    rb->total_jump_index = rb->cur_jump_len = 0;
    rb->revisits = e->counters->revisits;
    rb->transitions = e->counters->transitions;
    rb->known = e->counters->revisits;
    rb->fresh = ONE;
    rb->probing = false;
    bool known = C->base == RB_CONSTANT || C->base == RB_SEQUENCE;
    rb->threshold_base = known ? (uint64_t)C->values[rb->search_count] * RB_MILLION : UINT64_MAX;
    for (unsigned i = 0; i < e->bounds.count; i++)
        if (e->bounds.each[i].soft)
            e->bounds.each[i].limit = known ? C->values[rb->search_count] : UINT32_MAX;
}

static uint32_t rnd(struct engine *e) /* in [0, 1) */
{
    return e->config->rnd ? e->config->rnd(e->config->rnd_self) : (uint32_t)(rng_next(&e->rng) >> 32);
}

/* --- figure 2: threshold and search depth ---------------------------------------------------------------------------- */

static uint64_t num_choices_without_switch(const struct engine *e)
{
    return e->depth > 0 ? e->depth - 1 - e->path_facts.at[e->depth].switches : 0;
}

/* In millionths; it may be negative. */
static int64_t threshold(const struct engine *e)
{
    int64_t v = (int64_t)e->rb.threshold_base;
    if (e->rb.C->no_context_switch)
        v -= (int64_t)num_choices_without_switch(e) * RB_MILLION;
    return v;
}

static uint64_t depth(const struct engine *e)
{
    return e->rb.C->context_switches ? e->path_facts.at[e->depth].switches : e->depth;
}

static bool below_threshold(const struct engine *e)
{
    return e->rb.threshold_base != UINT64_MAX && (int64_t)(depth(e) * RB_MILLION) >= threshold(e);
}

/* H: the part that one of the threads has in the first path, if those that can run at once share it equally. */
static uint64_t of_the_program(const struct engine *e, uint64_t length)
{
    uint64_t most = 1;
    for (uint64_t i = 0; i < length; i++)
        if (threadset_size(e->nodes[i].enabled) > most)
            most = threadset_size(e->nodes[i].enabled);
    return length > most ? length / most : 1;
}

/* The first path, which ended `length` decisions from the root, was run to completion: L and H are known. */
static void first_path_ended(struct engine *e, uint64_t length)
{
    struct rb *rb = &e->rb;
    rb->probing = rb->C->base == RB_OF_THE_PROGRAM;
    rb->threshold_base = rb->probing ? of_the_program(e, length) * RB_MILLION : length * rb->C->fraction;
    for (unsigned i = 0; i < e->bounds.count; i++)
        if (e->bounds.each[i].soft)
            e->bounds.each[i].limit = (uint32_t)((rb->threshold_base + RB_MILLION - 1) / RB_MILLION);
}

/* --- figure 3: ratio ------------------------------------------------------------------------------------------------- */

static uint64_t times(uint64_t a, uint64_t b)
{
    return (uint64_t)((unsigned __int128)a * b >> 32);
}

static uint64_t real(uint64_t millionths)
{
    return millionths * ONE / RB_MILLION;
}

static uint64_t power(uint64_t base, uint32_t exponent)
{
    uint64_t result = ONE;
    for (; exponent; exponent >>= 1, base = times(base, base))
        if (exponent & 1)
            result = times(result, base);
    return result;
}

static uint64_t one_minus(uint64_t x, uint64_t c) /* 1 - x/c, or 0 */
{
    return x >= c ? 0 : ONE - x * ONE / c;
}

static uint64_t eval(const struct engine *e, const struct rb_ratio *rtb)
{
    uint32_t r = e->path_facts.at[e->depth].run;
    switch (rtb->kind) {
    case RB_RATIO_DEPTH: return one_minus(depth(e), rtb->c);
    case RB_RATIO_RUN:   return one_minus(r, rtb->c);
    case RB_RATIO_POWER: return power(real(rtb->c), r);
    case RB_RATIO_NEW:   return e->rb.fresh;
    default:             return real(rtb->c);
    }
}

static uint64_t ratio(const struct engine *e, const struct rb_ratio *rtb)
{
    uint64_t v = eval(e, rtb);
    const struct wire_decision *end = e->path + e->depth;
    if (e->depth > 1 && end[-1].thread != end[-2].thread)
        v = (uint64_t)((unsigned __int128)v * e->rb.C->coefficient / RB_MILLION);
    return v;
}

/* Ratio, of two (section IV.A of the plans), for the next transition. */
static const struct rb_ratio *ratio_base(const struct engine *e, const struct node *n)
{
    const struct rb_tuple *C = e->rb.C;
    bool other = C->two_ratios && e->depth > 0 && n->thread != e->path[e->depth - 1].thread;
    return other ? &C->ratio_other : &C->ratio;
}

/* --- figure 1, lines 14 to 16 ---------------------------------------------------------------------------------------- */

static void count_level(struct engine *e)
{
    e->counters->jump_levels++;
    if (e->rb.cur_jump_len > e->counters->longest_jump)
        e->counters->longest_jump = e->rb.cur_jump_len;
}

/* Of the transitions since the last question, and with less weight those before, how many have led to new states; but not none, so that
 * one may come out of where all is known. */
static void look_how_new(struct engine *e)
{
    struct rb *rb = &e->rb;
    uint64_t all = e->counters->transitions - rb->transitions, known = e->counters->revisits - rb->known;
    if (all == 0)
        return;
    uint64_t part = known >= all ? 0 : ONE * (all - known) / all;
    rb->fresh = rb->fresh - rb->fresh / FADING + part / FADING;
    if (rb->fresh < ONE / FADING)
        rb->fresh = ONE / FADING;
    rb->transitions = e->counters->transitions;
    rb->known = e->counters->revisits;
}

static bool turn_back(struct engine *e, const struct node *n)
{
    look_how_new(e);
    e->rb.revisits = e->counters->revisits;
    if (!below_threshold(e) || rnd(e) < ratio(e, ratio_base(e, n)))
        return false;
    e->rb.total_jump_index++;
    e->rb.cur_jump_len = 1;
    e->counters->jumps++;
    count_level(e);
    return true;
}

/* --- figure 4: backtrackAgain ---------------------------------------------------------------------------------------- */

static bool backtrack_again(struct engine *e)
{
    struct rb *rb = &e->rb;
    if (!below_threshold(e))
        return false;
    switch (rb->C->strategy) {
    case RB_RANDOM:
        return rnd(e) >= ratio(e, &rb->C->ratio);
    case RB_LUBY:
        return rb->total_jump_index > 0 && luby(rb->total_jump_index) > rb->cur_jump_len;
    default:
        return false;
    }
}

/* In the first form of figure 1 ("Randomized Backtracking in State Space Traversal") the question is not asked after a known state.
 * Between two questions there is one arrival at most. */
static bool is_not_asked(struct engine *e)
{
    uint64_t before = e->rb.revisits;
    e->rb.revisits = e->counters->revisits;
    return e->config->rb_first_form && e->rb.revisits != before;
}

static bool turn_back_again(struct engine *e, const struct node *n)
{
    (void)n;
    if (e->rb.threshold_base == UINT64_MAX)
        first_path_ended(e, e->depth + 1);
    e->rb.probing &= below_threshold(e);
    if (e->rb.probing)
        return true;
    if (is_not_asked(e))
        return false;
    if (!backtrack_again(e)) {
        e->rb.cur_jump_len = e->rb.C->strategy == RB_LUBY ? UINT64_MAX : 0; /* the jump is over */
        return false;
    }
    e->counters->jumps += e->rb.cur_jump_len++ == 0;
    count_level(e);
    return true;
}

/* --- the threshold as a bound ---------------------------------------------------------------------------------------- */

/* depth(path) ≥ base - n, with n choices without a switch, is depth(path) + n ≥ base: the cost of a path by its decisions. */
static bool is_switch(const struct engine *e, tid t)
{
    return e->depth > 0 && e->path[e->depth - 1].thread != t;
}

static uint32_t cost_switches(const struct engine *e, const struct node *n, tid t)
{
    (void)n;
    return is_switch(e, t);
}

static uint32_t cost_length_and_rest(const struct engine *e, const struct node *n, tid t)
{
    (void)n;
    return e->depth > 0 && !is_switch(e, t) ? 2 : 1;
}

static uint32_t cost_switches_and_rest(const struct engine *e, const struct node *n, tid t)
{
    (void)n, (void)t;
    return e->depth > 0;
}

static const struct bound by_switches = {.memory = BOUND_DECISION, .cost = cost_switches};
static const struct bound by_length_and_rest = {.memory = BOUND_DECISION, .cost = cost_length_and_rest};
static const struct bound by_switches_and_rest = {.cost = cost_switches_and_rest};

const struct bound *rb_bound(const struct rb_tuple *C)
{
    if (C->context_switches)
        return C->no_context_switch ? &by_switches_and_rest : &by_switches;
    return C->no_context_switch ? &by_length_and_rest : &bound_depth;
}

void rb_claim(const struct rb_tuple *C, uint64_t limit, char *out, size_t size)
{
    unsigned long n = (unsigned long)limit;
    if (!C->context_switches && C->no_context_switch)
        text_format(out, size, "all states to depth %lu, where a choice without a context switch counts twice", n);
    else if (C->context_switches && !C->no_context_switch) /* beyond the last switch the next transition may be left out */
        text_format(out, size, "all states within %lu context switch%s", n - 1, n == 2 ? "" : "es");
    else
        text_format(out, size, "all states to depth %lu", n + C->context_switches);
}

static const struct backtracking plain = {.name = "rb", .turn_back = turn_back, .turn_back_again = turn_back_again};
static const struct backtracking ahead = {
    .name = "rb", .turn_back = turn_back, .turn_back_again = turn_back_again, .looks_ahead = true};

const struct backtracking *rb_backtracking(const struct rb_tuple *C)
{
    return C->two_ratios ? &ahead : &plain;
}
