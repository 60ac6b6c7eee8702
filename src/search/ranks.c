/* ranks.c - by growing (c, v, t), and by sets of variables. */
#include "search/ranks.h"

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* The permutations of n + c fragments in which every t + c come in every order; a smaller t has had some of them. */
static void set_permutations(struct rank *r, uint32_t threads, uint32_t epsilon, uint64_t seed)
{
    uint32_t n = threads + r->c, k = least(r->t, threads) + r->c;
    r->permutations = permutations_of(n, k, epsilon, seed + r->c);
    struct permutations before = permutations_of(n, k > r->c ? k - 1 : k, epsilon, seed);
    bool smaller = r->t > 2, same = before.all == r->permutations.all;
    if (smaller && r->t > threads)
        r->from = r->permutations.count;
    else
        r->from = smaller && same ? before.count : 0;
}

static void add(struct ranks *r, unsigned c, unsigned v, unsigned t)
{
    struct rank *one = &r->at[r->count++];
    *one = (struct rank){.c = (uint8_t)c, .v = (uint8_t)v, .t = (uint8_t)t};
    for (uint32_t i = 0; i < v; i++)
        one->next[i] = i;
}

void ranks_begin(struct ranks *r, const struct rank *most, uint32_t threads, uint32_t epsilon, uint64_t seed)
{
    r->count = 0;
    for (unsigned sum = 2; sum <= (unsigned)most->c + most->v + most->t; sum++)
        for (unsigned c = 0; c <= most->c; c++)
            for (unsigned v = c > 0; v <= least(c, most->v); v++)
                if (sum >= c + v + 2 && sum - c - v <= most->t)
                    add(r, c, v, sum - c - v);
    for (unsigned i = 0; i < r->count; i++)
        set_permutations(&r->at[i], threads, epsilon, seed);
}

void ranks_meet(struct ranks *r, const struct profile *p)
{
    for (; r->met < p->count; r->met++)
        if (profile_is_variable(p, r->met))
            r->order[r->variables++] = r->met;
}

/* Where the paper leaves it open, what is accessed seldom comes first: its sets are done sooner, and it was tested less. */
static bool before(const struct profile *p, uint32_t a, uint32_t b)
{
    const struct variable *x = &p->at[a], *y = &p->at[b];
    bool shared = x->sharers > 1;
    if (shared != (y->sharers > 1))
        return shared;
    if (x->id.iteration != y->id.iteration)
        return x->id.iteration < y->id.iteration;
    return x->most != y->most ? x->most < y->most : a < b;
}

void ranks_sort(struct ranks *r, const struct profile *p)
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

void ranks_cover(const struct ranks *r, struct wire_ranked *to)
{
    for (unsigned i = 0; i < sizeof to->covered; i++)
        ((uint8_t *)to->covered)[i] = ((uint8_t *)to->certain)[i] = 0;
    for (unsigned i = 0; i < r->count; i++) {
        const struct rank *one = &r->at[i];
        uint8_t *t = &to->covered[one->c][one->v];
        if (is_open(r, one) || (one->t > 2 && *t != one->t - 1))
            continue;
        *t = one->t;
        to->certain[one->c][one->v] = one->permutations.certain;
    }
}
