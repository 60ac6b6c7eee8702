/* ranked_algorithm.c - a queue of schedules, from which others are derived by one preemption more. */
#include "ranked_algorithm.h"

#include <stdlib.h>
#include <string.h>

#include "search/drivers/ranked.h"

void keep_schedule(struct schedules *s, const char *steps, size_t length)
{
    if (s->count == s->capacity) {
        s->capacity = s->capacity ? 2 * s->capacity : 1024;
        s->at = realloc(s->at, s->capacity * sizeof *s->at);
    }
    if (!s->at || length > MOST_STEPS)
        abort();
    memcpy(s->at[s->count], steps, length);
    s->at[s->count++][length] = '\0';
}

static int compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

void make_set(struct schedules *s)
{
    size_t kept = 0;
    if (s->count > 0)
        qsort(s->at, s->count, sizeof *s->at, compare);
    for (size_t i = 0; i < s->count; i++)
        if (i == 0 || strcmp(s->at[kept - 1], s->at[i]) != 0)
            memmove(s->at[kept++], s->at[i], sizeof *s->at);
    s->count = kept;
}

bool same_sets(const struct schedules *a, const struct schedules *b)
{
    for (size_t i = 0; i < a->count && a->count == b->count; i++)
        if (strcmp(a->at[i], b->at[i]) != 0)
            return false;
    return a->count == b->count;
}

uint64_t variable_of(const struct op *op)
{
    struct access touched[OP_MAX_ACCESSES];
    return op_of_threads(op->kind) || op_accesses(op, touched) == 0 ? 1 : touched[0].addr;
}

struct work_item {
    struct toy_state state;
    int              prio[TOY_THREADS];
    threadset        begun;       /* those whose first varaccess(), which is no access, is behind them */
    unsigned         preemptions;
    char             steps[MOST_STEPS + 1];
    size_t           length;
};

static void push(struct algorithm *a, unsigned queue, const struct work_item *w)
{
    if (a->count[queue] == a->capacity[queue]) {
        a->capacity[queue] = a->capacity[queue] ? 2 * a->capacity[queue] : 64;
        a->queue[queue] = realloc(a->queue[queue], a->capacity[queue] * sizeof *w);
        if (!a->queue[queue])
            abort();
    }
    a->queue[queue][a->count[queue]++] = *w;
}

static tid highest_priority(const struct work_item *w, threadset enabled)
{
    tid best = threadset_first(enabled);
    THREADSET_EACH(t, enabled)
        if (w->prio[t] > w->prio[best])
            best = t;
    return best;
}

static bool is_tracked(const struct algorithm *a, uint64_t variable)
{
    for (unsigned i = 0; i < a->variable_count; i++)
        if (a->variables[i] == variable)
            return a->tracked >> i & 1;
    return false;
}

static void search(struct algorithm *a, const struct work_item *w)
{
    const struct toy_program *p = a->program;
    threadset enabled = toy_enabled_set(p, &w->state);
    if (enabled == 0) {
        keep_schedule(&a->explored, w->steps, w->length);
        return;
    }
    tid t = highest_priority(w, enabled);
    struct work_item x = *w;
    bool varaccess = !threadset_has(w->begun, t);
    if (varaccess) {
        x.begun |= threadset_of(t);
    } else {
        struct op op = toy_op(p, &x.state, t);
        varaccess = is_tracked(a, variable_of(&op));
        x.steps[x.length++] = (char)('0' + t);
        if (toy_transition(p, &x.state, t, 0) == TOY_FAILED) {
            keep_schedule(&a->explored, x.steps, x.length);
            return;
        }
    }
    search(a, &x);
    if (!threadset_has(toy_enabled_set(p, &x.state), t) || !varaccess || x.preemptions == a->c)
        return;
    unsigned next = a->mistake == REVERSED ? a->c - 1 - x.preemptions : x.preemptions;
    x.prio[t] = a->mistake == LOWEST ? -1 - (int)next : (int)a->permutation[p->threads + next];
    x.preemptions++;
    push(a, !a->now, &x);
}

static void run_algorithm(struct algorithm *a)
{
    struct work_item start = {0};
    toy_start(a->program, &start.state);
    for (tid t = 0; t < a->program->threads; t++)
        start.prio[t] = (int)a->permutation[t];
    push(a, a->now, &start);
    for (unsigned bound = 0; a->count[a->now] > 0; bound++) {
        for (size_t i = 0; i < a->count[a->now]; i++)
            search(a, &a->queue[a->now][i]);
        a->count[a->now] = 0;
        a->now = !a->now;
    }
}

static unsigned bits(unsigned mask)
{
    return (unsigned)__builtin_popcount(mask);
}

void run_all(struct algorithm *a, unsigned most_c, unsigned most_v, double epsilon)
{
    uint32_t permutation[TOY_THREADS + 8];
    unsigned n = a->program->threads;
    a->explored.count = 0;
    a->permutation = permutation;
    for (a->c = 0; a->c <= most_c; a->c++)
        for (unsigned v = a->c > 0; v <= a->c && v <= most_v; v++) {
            struct permutations p = permutations_of(n + a->c, (n < 2 ? n : 2) + a->c, (uint32_t)(epsilon * EPSILON_UNIT),
                                                    ranked_mix(4, a->seed) + a->c);
            for (a->tracked = 0; a->tracked < 1u << a->variable_count; a->tracked++)
                for (uint64_t i = 0; bits(a->tracked) == v && i < p.count; i++) {
                    permutations_make(&p, i, permutation);
                    run_algorithm(a);
                }
        }
    make_set(&a->explored);
}
