/* shrink.c - see shrink.h. */
#include "apps/clients/shrink.h"

#include <stdlib.h>
#include <string.h>

static struct client without(const struct client *c, size_t thread, size_t call)
{
    struct client less = *c;
    size_t behind = c->calls[thread] - call - 1;
    memmove(&less.call[thread][call], &less.call[thread][call + 1], behind * sizeof less.call[0][0]);
    if (--less.calls[thread] == 0) {
        for (size_t t = thread; t + 1 < less.threads; t++) {
            memcpy(less.call[t], less.call[t + 1], sizeof less.call[t]);
            less.calls[t] = less.calls[t + 1];
        }
        less.threads--;
    }
    return less;
}

/* All that have one call less; those of which a call runs for ever in some order say nothing. */
static struct client_list smaller(const struct session *s, const struct client *c, struct outcomes **outcomes)
{
    struct client_list candidates = {0}, list = {0};
    *outcomes = NULL;
    for (size_t t = 0; t < c->threads; t++) {
        for (size_t i = 0; i < c->calls[t]; i++) {
            struct client less = without(c, t, i);
            if (less.threads >= 2)
                client_add(&candidates, s->calls, &less);
        }
    }
    struct outcomes *all = outcomes_of(s->sequential, s->spec, s->calls, candidates.at, candidates.count, s->consistency, s->end);
    if (!all)
        return list;
    *outcomes = allocate((candidates.count + 1) * sizeof **outcomes);
    for (size_t i = 0; i < candidates.count; i++) {
        if (all[i].spins)
            continue;
        (*outcomes)[list.count] = all[i];
        client_add(&list, s->calls, &candidates.at[i]);
    }
    return list;
}

/* False: none of the smaller ones has a bug. */
static bool shrink_once(const struct session *s, const char *kind, struct client *c, struct outcomes *o)
{
    struct outcomes *outcomes;
    struct client_list list = smaller(s, c, &outcomes);
    if (!list.count)
        return false;
    struct client_result *results = allocate(list.count * sizeof *results);
    bool found = false;
    if (clients_check(s, list.at, outcomes, list.count, true, results)) {
        for (size_t i = 0; i < list.count && !found; i++) {
            if (results[i].status != EXIT_BUG || strcmp(results[i].kind, kind) != 0)
                continue;
            found = true;
            *c = list.at[i];
            *o = outcomes[i];
        }
    }
    free(results);
    return found;
}

struct client client_shrink(const struct session *s, const struct client *c, const char *kind, struct outcomes *o)
{
    struct client least = *c;
    struct session quiet = *s;
    quiet.progress = false;
    while (shrink_once(&quiet, kind, &least, o))
        ;
    return least;
}
