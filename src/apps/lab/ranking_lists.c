/* ranking_lists.c - see ranking_lists.h. */
#include "apps/lab/ranking_lists.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_ranked(const struct measures *m, size_t program, const struct strings *programs)
{
    return strings_contain(programs, m->programs->at[program]);
}

/* The best average of all configurations. */
static double best_average(const struct measures *m, size_t program)
{
    double best = INFINITY;
    for (size_t i = 0; i < m->configurations->count; i++) {
        double average = measure_average(measure_of(m, program, i));
        best = average < best ? average : best;
    }
    return best;
}

static void multiply_scores(struct ranking_lists *r, const struct measures *m, size_t program, bool by_time)
{
    double best = best_average(m, program);
    for (size_t i = 0; i < r->count; i++) {
        const struct measure *one = measure_of(m, program, i);
        double found = score_of_success((double)one->runs, (double)one->found);
        r->score[FINDING_ERRORS][i] *= found;
        r->score[DISTANCE][i] *= one->found ? score_of_distance(one->states.mean, best) : INFINITY;
        r->score[VARIATION][i] *= one->found ? score_of_variation(by_time ? &one->seconds : &one->states) : INFINITY;
    }
}

bool is_successful(const struct ranking_lists *r, size_t configuration)
{
    return !isinf(r->score[FINDING_ERRORS][configuration]);
}

struct place {
    double rank;
    size_t at;
};

static int by_rank(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    int order = by_value(&x->rank, &y->rank);
    return order ? order : (x->at > y->at) - (x->at < y->at);
}

static size_t *order_by(const double *ranks, size_t count)
{
    struct place *places = allocate((count + 1) * sizeof *places);
    size_t *order = allocate((count + 1) * sizeof *order);
    for (size_t i = 0; i < count; i++)
        places[i] = (struct place){ranks[i], i};
    qsort(places, count, sizeof *places, by_rank);
    for (size_t i = 0; i < count; i++)
        order[i] = places[i].at;
    free(places);
    return order;
}

struct ranking_lists rank_configurations(const struct measures *m, const struct strings *programs, bool by_time)
{
    struct ranking_lists r = {.count = m->configurations->count};
    size_t bytes = (r.count + 1) * sizeof(double);
    r.sum = allocate(bytes);
    r.combined = allocate(bytes);
    for (unsigned c = 0; c < CRITERIA; c++) {
        r.score[c] = allocate(bytes);
        r.rank[c] = allocate(bytes);
        for (size_t i = 0; i < r.count; i++)
            r.score[c][i] = 1;
    }
    for (size_t p = 0; p < m->programs->count; p++)
        if (is_ranked(m, p, programs))
            multiply_scores(&r, m, p, by_time);
    for (unsigned c = 0; c < CRITERIA; c++) {
        normalize(r.score[c], r.count);
        ranks_of(r.score[c], r.rank[c], r.count);
        for (size_t i = 0; i < r.count; i++)
            r.sum[i] += r.rank[c][i];
    }
    for (size_t i = 0; i < r.count; i++)
        r.successful += is_successful(&r, i);
    ranks_of(r.sum, r.combined, r.count);
    r.order = order_by(r.combined, r.count);
    return r;
}

double similarity(const double *ranks, const double *others, const bool *among, size_t count)
{
    double *a = allocate((count + 1) * sizeof *a), *b = allocate((count + 1) * sizeof *b);
    double *x = allocate((count + 1) * sizeof *x), *y = allocate((count + 1) * sizeof *y);
    size_t n = 0;
    for (size_t i = 0; i < count; i++)
        if (!among || among[i]) {
            a[n] = ranks[i];
            b[n++] = others[i];
        }
    ranks_of(a, x, n);
    ranks_of(b, y, n);
    double rho = spearman(x, y, n);
    free(a);
    free(b);
    free(x);
    free(y);
    return rho;
}

/* Of one program: all pairs. Both are given their due at once, since Â12 of the one is 1 - Â12 of the other. */
static void add_pairs(double *scores, const struct measures *m, size_t program)
{
    size_t count = m->configurations->count;
    for (size_t i = 0; i < count; i++) {
        const struct measure *one = measure_of(m, program, i);
        for (size_t k = i + 1; k < count; k++) {
            const struct measure *other = measure_of(m, program, k);
            double a = a12(one->all, one->runs, other->all, other->runs);
            int better = (a < 0.5) - (a > 0.5);
            scores[i] += better;
            scores[k] -= better;
        }
    }
}

double *a12_scores(const struct measures *m, const struct strings *programs)
{
    double *scores = allocate((m->configurations->count + 1) * sizeof *scores), ranked = 0;
    for (size_t p = 0; p < m->programs->count; p++)
        if (is_ranked(m, p, programs)) {
            add_pairs(scores, m, p);
            ranked++;
        }
    for (size_t i = 0; i < m->configurations->count && ranked > 0; i++)
        scores[i] /= ranked;
    return scores;
}
