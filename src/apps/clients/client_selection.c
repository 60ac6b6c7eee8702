/* client_selection.c - see client_selection.h.
 *
 * A client whose calls can have many different results when they are made one after the other is one whose calls depend on each other:
 * most clients at random have calls that find nothing to do. Of several times as many as are wanted those with most outcomes are taken,
 * and among these such as bring operations together that the others have not. */
#include "apps/clients/client_selection.h"

#include <stdint.h>
#include <stdlib.h>

enum { DRAWN_FOR_EACH = 8, MOST_DRAWN = 2000, MOST_ORDERS_DRAWN = 300000 };

/* Number of times that operations were brought together: of two threads of one client. */
struct meetings {
    const struct calls *calls;
    size_t  operations;
    double *times;  /* by operation and operation, the one with the lower number first */
    size_t *client; /* the last one in which they were counted, from 1 */
    size_t  clients;
};

static size_t operation_number(const struct meetings *m, size_t call)
{
    return (size_t)(m->calls->at[call].operation - m->calls->at[0].operation);
}

/* Each pair of operations of two threads, once: the sum of what they are worth. `met`: they are counted. */
static double pairs_worth(struct meetings *m, const struct client *c, bool met, size_t *pairs)
{
    double worth = 0;
    m->clients++;
    for (size_t t = 0; t < c->threads; t++)
        for (size_t u = t + 1; u < c->threads; u++)
            for (size_t i = 0; i < c->calls[t]; i++)
                for (size_t k = 0; k < c->calls[u]; k++) {
                    size_t a = operation_number(m, c->call[t][i]), b = operation_number(m, c->call[u][k]);
                    size_t at = a < b ? a * m->operations + b : b * m->operations + a;
                    if (m->client[at] == m->clients)
                        continue;
                    m->client[at] = m->clients;
                    worth += 1 / (1 + m->times[at]);
                    m->times[at] += met;
                    ++*pairs;
                }
    return worth;
}

static double client_worth(struct meetings *m, const struct client *c, const struct outcomes *o)
{
    size_t pairs = 0;
    double worth = pairs_worth(m, c, false, &pairs);
    return (double)o->count * worth / (double)pairs;
}

/* Their places. */
static void swap(struct selection *s, size_t a, size_t b)
{
    struct client client = s->list.at[a];
    struct outcomes outcomes = s->outcomes[a];
    s->list.at[a] = s->list.at[b];
    s->outcomes[a] = s->outcomes[b];
    s->list.at[b] = client;
    s->outcomes[b] = outcomes;
}

/* Behind the first `small` ones come those that promise most, until there are `wanted`. */
static void keep_promising(struct selection *s, const struct spec *spec, const struct calls *calls, size_t small, size_t wanted)
{
    size_t pairs = spec->operations * spec->operations, ignored = 0;
    struct meetings m = {.calls = calls, .operations = spec->operations, .times = allocate(pairs * sizeof *m.times),
        .client = allocate(pairs * sizeof *m.client)};
    for (size_t next = small; next < wanted && next < s->list.count; next++) {
        size_t best = next;
        double most = -1;
        for (size_t i = next; i < s->list.count; i++) {
            double worth = client_worth(&m, &s->list.at[i], &s->outcomes[i]);
            best = worth > most ? i : best;
            most = worth > most ? worth : most;
        }
        swap(s, next, best);
        pairs_worth(&m, &s->list.at[next], true, &ignored);
    }
    free(m.times);
    free(m.client);
    client_list_cut(&s->list, wanted);
}

/* A client of which a call that may wait runs for ever in some order may do so in an interleaving, too, and never come to its end: nothing
 * would be found out. The result: so many of the first ones are left. */
static size_t leave_out_spinning(struct selection *s, size_t first)
{
    size_t kept = 0, of_first = 0;
    for (size_t i = 0; i < s->list.count; i++) {
        s->left_out += s->outcomes[i].spins;
        if (s->outcomes[i].spins)
            continue;
        of_first += i < first;
        s->list.at[kept] = s->list.at[i];
        s->outcomes[kept++] = s->outcomes[i];
    }
    client_list_cut(&s->list, kept);
    s->complete = s->left_out ? 0 : s->complete;
    return of_first;
}

/* The result: so many clients come before those at random. */
static size_t list_clients(struct selection *s, const struct spec *spec, const struct calls *calls, const struct client_bounds *b)
{
    size_t wanted = b->clients ? b->clients : SIZE_MAX;
    if (b->exhaustive) {
        s->complete = clients_list(&s->list, calls, b, wanted, false);
        return s->list.count;
    }
    if (!b->uniform && !b->exact && !b->given && !b->changing && b->least_threads == 2)
        s->complete = clients_list(&s->list, calls, b, wanted / 2, true);
    size_t small = s->list.count, left = wanted - small;
    size_t pool = DRAWN_FOR_EACH * (left < MOST_DRAWN ? left : MOST_DRAWN);
    clients_draw(&s->list, spec, calls, b, left, b->uniform ? left : pool < MOST_DRAWN ? pool : MOST_DRAWN, MOST_ORDERS_DRAWN);
    return small;
}

struct selection clients_select(const char *sequential, const struct spec *spec, const struct calls *calls, const struct client_bounds *b,
    enum consistency consistency, uint64_t end)
{
    struct selection s = {0};
    size_t small = list_clients(&s, spec, calls, b), wanted = b->clients ? b->clients : s.list.count;
    s.outcomes = outcomes_of(sequential, spec, calls, s.list.at, s.list.count, consistency, end);
    if (!s.outcomes) {
        client_list_cut(&s.list, wanted);
        return s;
    }
    small = leave_out_spinning(&s, small);
    if (!b->exhaustive && !b->uniform)
        keep_promising(&s, spec, calls, small, wanted);
    return s;
}
