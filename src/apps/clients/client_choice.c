/* client_choice.c - clients at random, and lists of all, the small ones first (client.h). */
#include <string.h>

#include "apps/clients/client.h"
#include "base/rng.h"

static bool fits(const struct calls *calls, const struct client *c, const struct client_bounds *b)
{
    return client_orders(calls, c, b->any_order) <= b->orders;
}

/* --- at random --------------------------------------------------------------------------------------------------------------- */

/* The threads that have the roles of a client, drawn for each client: role[i] is the thread of the operation i. */
struct cast {
    size_t *thread; /* by operation; SIZE_MAX: anybody */
    bool    changing;
};

static void draw_cast(struct cast *cast, const struct spec *s, size_t threads, struct rng *rng)
{
    for (size_t i = 0; i < s->operations; i++) {
        cast->thread[i] = s->operation[i].role ? rng_below(rng, (uint32_t)threads) : SIZE_MAX;
        for (size_t j = 0; j < i && s->operation[i].role; j++)
            if (s->operation[j].role && strcmp(s->operation[i].role, s->operation[j].role) == 0)
                cast->thread[i] = cast->thread[j];
    }
}

/* Operations that change something come three times as often as others. */
static uint32_t weight(const struct spec *s, const struct cast *cast, size_t operation, size_t thread)
{
    if (cast->changing && s->operation[operation].readonly)
        return 0;
    if (cast->thread[operation] != SIZE_MAX && cast->thread[operation] != thread)
        return 0;
    return s->operation[operation].readonly ? 1 : 3;
}

static const struct operation *draw_operation(const struct spec *s, const struct cast *cast, size_t thread, struct rng *rng)
{
    uint32_t all = 0, drawn;
    for (size_t i = 0; i < s->operations; i++)
        all += weight(s, cast, i, thread);
    if (!all)
        return NULL;
    drawn = rng_below(rng, all);
    for (size_t i = 0;; i++) {
        uint32_t mine = weight(s, cast, i, thread);
        if (drawn < mine)
            return &s->operation[i];
        drawn -= mine;
    }
}

static size_t draw_call(const struct calls *calls, const struct operation *o, struct rng *rng)
{
    size_t first = 0, count = 0;
    while (calls->at[first].operation != o)
        first++;
    while (first + count < calls->count && calls->at[first + count].operation == o)
        count++;
    return first + rng_below(rng, (uint32_t)count);
}

static size_t draw_size(uint64_t least, uint64_t most, bool exact, struct rng *rng)
{
    return (size_t)(exact || most <= least ? most : least + rng_below(rng, (uint32_t)(most - least + 1)));
}

static bool draw_client(struct client *c, const struct spec *s, const struct calls *calls, const struct client_bounds *b,
    struct cast *cast, struct rng *rng)
{
    *c = (struct client){.threads = draw_size(b->least_threads, b->threads, b->exact, rng)};
    draw_cast(cast, s, c->threads, rng);
    for (size_t t = 0; t < c->threads; t++) {
        c->calls[t] = draw_size(1, b->calls, b->exact, rng);
        for (size_t i = 0; i < c->calls[t]; i++) {
            const struct operation *o = draw_operation(s, cast, t, rng);
            if (!o)
                return false;
            c->call[t][i] = draw_call(calls, o, rng);
        }
    }
    return true;
}

static bool is_given(const struct call *call, const char *value)
{
    for (size_t i = 0; i < call->operation->parameters; i++) {
        const struct parameter *p = &call->operation->parameter[i];
        if (p->kind == PARAMETER_CHOSEN && strcmp(p->values.at[call->value[i]], value) == 0)
            return true;
    }
    return false;
}

static bool has_given(const struct calls *calls, const struct client *c, const struct client_bounds *b)
{
    size_t given = 0;
    for (size_t t = 0; b->given && t < c->threads; t++)
        for (size_t i = 0; i < c->calls[t]; i++)
            given += is_given(&calls->at[c->call[t][i]], b->given);
    return !b->given || (b->half_given ? 2 * given == client_calls(c) : given == b->calls_given);
}

void clients_draw(struct client_list *list, const struct spec *s, const struct calls *calls, const struct client_bounds *b, size_t wanted,
    size_t most, uint64_t orders)
{
    enum { MOST_IN_VAIN = 2000 }; /* then there are hardly any more */
    size_t first = list->count;
    uint64_t spent = 0;
    struct cast cast = {allocate(s->operations * sizeof *cast.thread), b->changing};
    struct rng rng;
    rng_seed(&rng, b->seed);
    for (int vain = 0; vain < MOST_IN_VAIN && !end_is_asked(); vain++) {
        struct client c;
        size_t drawn = list->count - first;
        if (drawn >= most || (drawn >= wanted && spent >= orders))
            break;
        if (!draw_client(&c, s, calls, b, &cast, &rng) || !has_given(calls, &c, b) || !fits(calls, &c, b) || !client_add(list, calls, &c))
            continue;
        spent += client_orders(calls, &c, b->any_order);
        vain = 0;
    }
}

/* --- all of them ------------------------------------------------------------------------------------------------------------- */

struct listing {
    const struct calls *calls;
    const struct client_bounds *bounds;
    struct client_list *list;
    size_t most; /* in the list */
    bool   full; /* there are more */
    bool   left; /* some have too many orders */
};

static bool is_full(struct listing *l)
{
    l->full |= l->list->count > l->most || end_is_asked();
    return l->full;
}

/* All clients that begin so, with `left` more calls; thread t has the same number of calls as the thread before it, or fewer. */
static void list_from(struct listing *l, struct client *c, size_t left)
{
    size_t t = c->threads - 1;
    if (is_full(l))
        return;
    if (left == 0) {
        if (c->threads >= 2 && fits(l->calls, c, l->bounds))
            client_add(l->list, l->calls, c);
        else
            l->left |= c->threads >= 2;
        return;
    }
    if (c->calls[t] < l->bounds->calls && (t == 0 || c->calls[t] < c->calls[t - 1])) {
        for (size_t call = 0; call < l->calls->count; call++) {
            c->call[t][c->calls[t]++] = call;
            list_from(l, c, left - 1);
            c->calls[t]--;
        }
    }
    if (c->threads < l->bounds->threads && c->calls[t] > 0) {
        c->calls[c->threads++] = 0;
        for (size_t call = 0; call < l->calls->count; call++) {
            c->call[t + 1][0] = call;
            c->calls[t + 1] = 1;
            list_from(l, c, left - 1);
        }
        c->threads--;
    }
}

size_t clients_list(struct client_list *list, const struct calls *calls, const struct client_bounds *b, size_t most, bool whole)
{
    struct listing l = {calls, b, list, most, false, false};
    size_t complete = 0;
    for (size_t size = 2; size <= b->threads * b->calls && !l.full && !(whole && l.left); size++) {
        struct client c = {.threads = 1};
        size_t before = list->count;
        list_from(&l, &c, size);
        if (l.full || (whole && l.left))
            client_list_cut(list, whole ? before : most);
        else if (!l.left)
            complete = size;
    }
    return complete;
}
