/* ranks.c - by growing (c, v, t), passes over permutations, and sets of variables. */
#include "search/drivers/ranks.h"

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* The permutations of n + c fragments in which every t + c come in every order; a smaller t has had some of them. */
static void set_permutations(struct rank *r, const struct ranks_scope *s)
{
    uint32_t n = s->threads + r->c, k = least(r->t, s->threads) + r->c;
    r->permutations = permutations_of(n, k, s->epsilon, s->seed + r->c);
    struct permutations before = permutations_of(n, k > r->c ? k - 1 : k, s->epsilon, s->seed);
    bool smaller = r->t > 2, same = before.all == r->permutations.all;
    r->to = r->permutations.count;
    if (smaller && r->t > s->threads)
        r->from = r->to;
    else
        r->from = smaller && same ? before.count : 0;
}

/* All passes of a rank. */
static void add(struct ranks *r, struct rank rank)
{
    uint64_t to = rank.to, size = 2;
    for (unsigned pass = 1; pass <= RANK_PASSES; pass++, size *= 2) {
        rank.final = pass == RANK_PASSES || to - rank.from <= size;
        rank.to = rank.final ? to : rank.from + size;
        r->at[r->count++] = rank;
        if (rank.final)
            return;
        rank.from = rank.to;
    }
}

static bool is_within(const struct ranks_scope *s, unsigned c, unsigned v, unsigned t)
{
    return c <= s->c && v <= s->v && t <= s->t;
}

/* Ranks with this c + v + t that are within the scope, or that are not. */
static void add_sum(struct ranks *r, unsigned sum, bool within)
{
    for (unsigned c = 0; c <= WIRE_RANK_MOST; c++)
        for (unsigned v = c > 0; v <= c; v++) {
            unsigned t = sum - c - v;
            if (sum < c + v + 2 || t > WIRE_RANK_MOST || is_within(&r->scope, c, v, t) != within)
                continue;
            struct rank one = {.c = (uint8_t)c, .v = (uint8_t)v, .t = (uint8_t)t};
            for (uint32_t i = 0; i < v; i++)
                one.next[i] = i;
            set_permutations(&one, &r->scope);
            add(r, one);
        }
}

void ranks_begin(struct ranks *r, const struct ranks_scope *scope)
{
    r->count = 0;
    r->scope = *scope;
    r->risen = 1;
    for (unsigned sum = 2; sum <= scope->c + scope->v + scope->t; sum++)
        add_sum(r, sum, true);
}

bool ranks_rise(struct ranks *r)
{
    unsigned before = r->count;
    while (r->count == before && r->risen < 3 * WIRE_RANK_MOST)
        add_sum(r, ++r->risen, false);
    return r->count > before;
}

void ranks_meet(struct ranks *r, const struct variable_profile *p)
{
    for (; r->met < p->count; r->met++)
        if (profile_is_variable(p, r->met))
            r->order[r->variables++] = r->met;
}

/* Where the paper leaves it open, what is accessed seldom comes first: its sets are done sooner, and it was tested less. */
static bool before(const struct variable_profile *p, uint32_t a, uint32_t b)
{
    const struct variable *x = &p->at[a], *y = &p->at[b];
    bool shared = x->sharers > 1;
    if (shared != (y->sharers > 1))
        return shared;
    if (x->id.iteration != y->id.iteration)
        return x->id.iteration < y->id.iteration;
    return x->most != y->most ? x->most < y->most : a < b;
}

void ranks_sort(struct ranks *r, const struct variable_profile *p)
{
    for (uint32_t gap = r->variables / 2; gap > 0; gap /= 2)
        for (uint32_t i = gap; i < r->variables; i++) {
            uint32_t one = r->order[i], j = i;
            for (; j >= gap && before(p, one, r->order[j - gap]); j -= gap)
                r->order[j] = r->order[j - gap];
            r->order[j] = one;
        }
}

static bool is_open(const struct ranks *all, const struct rank *r)
{
    return r->v == 0 ? !r->done : r->next[r->v - 1] < all->variables;
}

struct rank *ranks_open(struct ranks *r)
{
    for (unsigned i = 0; i < r->count; i++)
        if (is_open(r, &r->at[i]))
            return &r->at[i];
    return NULL;
}

void ranks_advance(struct rank *r)
{
    uint32_t i = 0;
    r->done = true;
    if (r->v == 0)
        return;
    for (; i + 1 < r->v && r->next[i] + 1 == r->next[i + 1]; i++)
        r->next[i] = i;
    r->next[i]++;
}

/* What was found at (c, v) includes what needs less of each: where there are too few variables for a set of v it has nothing of its own. */
static void include_less(struct wire_ranked *to)
{
    for (unsigned c = 1; c <= WIRE_RANK_MOST; c++)
        for (unsigned v = 1; v <= c; v++) {
            uint8_t fewer_c = to->covered[c - 1][least(v, c - 1)], fewer_v = to->covered[c][v > 1 ? v - 1 : v];
            uint8_t less = fewer_c < fewer_v ? fewer_c : fewer_v;
            to->covered[c][v] = less < to->covered[c][v] ? less : to->covered[c][v];
        }
}

void ranks_cover(const struct ranks *r, struct wire_ranked *to)
{
    bool open[WIRE_RANK_MOST + 1][WIRE_RANK_MOST + 1] = {0};
    for (unsigned i = 0; i < sizeof to->covered; i++)
        ((uint8_t *)to->covered)[i] = ((uint8_t *)to->certain)[i] = 0;
    for (unsigned i = 0; i < r->count; i++) {
        const struct rank *one = &r->at[i];
        open[one->c][one->v] |= is_open(r, one);
        if (open[one->c][one->v] || !one->final)
            continue;
        to->covered[one->c][one->v] = one->t;
        to->certain[one->c][one->v] = one->permutations.certain;
    }
    include_less(to);
}
