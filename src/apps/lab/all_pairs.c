/* all_pairs.c - see all_pairs.h. */
#include "apps/lab/all_pairs.h"

#include <stdlib.h>

#include "apps/lab/a12.h"
#include "tool/cli/util.h"

/* The runs of one program, by configurations: those of c are states[from[c]] to states[from[c + 1]], ascending. */
struct runs {
    double *states;
    size_t *from, configurations;
};

static struct runs runs_of(struct store *store, int64_t program, size_t configurations)
{
    int64_t count = store_number(store, "SELECT total(runs) FROM sweep WHERE p = ?", "i", program);
    struct runs r = {.states = allocate(((size_t)count + 1) * sizeof *r.states), .configurations = configurations};
    r.from = allocate((configurations + 2) * sizeof *r.from);
    struct sqlite3_stmt *row = store_query(store, "SELECT c, iif(r.found, states, 9e999) FROM sweep JOIN main.run r USING (experiment) "
                                                  "WHERE p = ? ORDER BY c, 2", "i", program);
    size_t n = 0;
    while (store_row(store, row)) {
        r.states[n++] = store_real(row, 1);
        r.from[store_integer(row, 0) + 1]++;
    }
    for (size_t c = 0; c < configurations; c++)
        r.from[c + 1] += r.from[c];
    return r;
}

/* All pairs. Both are given their due at once, since Â12 of the one is 1 - Â12 of the other. */
static void add_pairs(int64_t *scores, const struct runs *r)
{
    for (size_t i = 0; i < r->configurations; i++)
        for (size_t k = i + 1; k < r->configurations; k++) {
            double a = a12(&r->states[r->from[i]], r->from[i + 1] - r->from[i], &r->states[r->from[k]], r->from[k + 1] - r->from[k]);
            int better = (a < 0.5) - (a > 0.5);
            scores[i] += better;
            scores[k] -= better;
        }
}

void pairwise_compare(struct store *store)
{
    size_t configurations = (size_t)store_number(store, "SELECT count(*) FROM listed JOIN study ON phase = ranked", "");
    int64_t *scores = allocate((configurations + 1) * sizeof *scores), programs = 0;
    struct sqlite3_stmt *row = store_query(store, "SELECT p FROM studied_program WHERE ranked", "");
    for (; store_row(store, row); programs++) {
        struct runs r = runs_of(store, store_integer(row, 0), configurations);
        add_pairs(scores, &r);
        free(r.states);
        free(r.from);
    }
    for (size_t c = 0; c < configurations; c++)
        store_do(store, "INSERT INTO pairwise VALUES (?, ?)", "if", (int64_t)c, programs ? (double)scores[c] / (double)programs : 0);
    free(scores);
}
