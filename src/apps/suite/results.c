/* results.c - experiments from the store. */
#include "apps/suite/results.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct moments moments_of(double count, double sum, double squares)
{
    struct moments m = {0};
    if (count > 0) {
        m.mean = sum / count;
        double variance = squares / count - m.mean * m.mean;
        m.deviation = sqrt(variance > 0 ? variance : 0);
    }
    return m;
}

static void read_runs(struct store *s, struct result *r)
{
    struct sqlite3_stmt *row = store_query(s, "SELECT count(*), total(found), total(complete), total(found * states), "
        "total(found * 1.0 * states * states), total(found * seconds), total(found * seconds * seconds), "
        "total(states), total(seconds), min(CASE found WHEN 1 THEN preemptions END), "
        "group_concat(DISTINCT CASE found WHEN 0 THEN ifnull(outcome, 'limit reached, or pruned') END) FROM run WHERE experiment = ?",
        "i", r->experiment);
    while (store_row(s, row)) {
        r->runs = (uint64_t)store_integer(row, 0);
        r->found = (uint64_t)store_real(row, 1);
        r->complete = (uint64_t)store_real(row, 2);
        r->states = moments_of((double)r->found, store_real(row, 3), store_real(row, 4));
        r->seconds = moments_of((double)r->found, store_real(row, 5), store_real(row, 6));
        r->total_states = (int64_t)store_real(row, 7);
        r->total_seconds = store_real(row, 8);
        r->preemptions = store_integer(row, 9);
        r->other_end = store_text(row, 10);
    }
}

static void read_outcome(struct store *s, struct result *r)
{
    struct sqlite3_stmt *row = store_query(s, "SELECT verdict, reason, why, exit_code FROM outcome WHERE experiment = ? "
        "ORDER BY expected DESC, first_seed", "i", r->experiment);
    while (store_row(s, row)) {
        r->verdict = store_needed(s, row, 0);
        r->reason = store_text(row, 1);
        r->why = store_text(row, 2);
        r->exit_code = (int)store_integer(row, 3);
    }
}

static void read_census(struct store *s, struct result *r)
{
    struct sqlite3_stmt *row = store_query(s, "SELECT complete, error_state_ratio, error_state_low, error_state_high, error_path_ratio, "
        "error_path_low, error_path_high, least_length, average_length FROM census WHERE experiment = ?", "i", r->experiment);
    while (store_row(s, row))
        r->census = (struct census_row){.there = true, .complete = store_integer(row, 0), .has_errors = !store_is_null(row, 7),
            .state_ratio = store_real(row, 1), .state_low = store_real(row, 2), .state_high = store_real(row, 3),
            .path_ratio = store_real(row, 4), .path_low = store_real(row, 5), .path_high = store_real(row, 6), .least = store_real(row, 7),
            .average = store_real(row, 8)};
}

static bool same(const struct result *a, const struct result *b)
{
    return strcmp(a->program, b->program) == 0 && strcmp(a->form, b->form) == 0 && strcmp(a->scale, b->scale) == 0 &&
           strcmp(a->configuration, b->configuration) == 0 && strcmp(a->errors, b->errors) == 0 && a->max_states == b->max_states;
}

/* Later ones take the place of earlier ones. */
static void add(struct results *all, const struct result *r)
{
    for (size_t i = 0; i < all->count; i++)
        if (same(&all->at[i], r)) {
            all->at[i] = *r;
            return;
        }
    all->at = resize(all->at, (all->count + 1) * sizeof *all->at);
    all->at[all->count++] = *r;
}

struct results results_read(struct store *s)
{
    struct results all = {0};
    struct sqlite3_stmt *row = store_query(s, "SELECT p.name, p.form, p.scale, c.name, e.errors, e.id, e.max_states, p.buggy "
        "FROM experiment e JOIN program p ON p.id = e.program JOIN configuration c ON c.id = e.configuration "
        "WHERE EXISTS (SELECT 1 FROM outcome o WHERE o.experiment = e.id) "
        "ORDER BY (SELECT max(finished) FROM outcome o WHERE o.experiment = e.id), e.id", "");
    while (store_row(s, row)) {
        struct result r = {.program = store_needed(s, row, 0), .form = store_needed(s, row, 1), .scale = store_needed(s, row, 2),
            .configuration = store_needed(s, row, 3), .errors = store_needed(s, row, 4), .experiment = store_integer(row, 5),
            .max_states = store_integer(row, 6), .buggy = store_integer(row, 7)};
        add(&all, &r);
    }
    for (size_t i = 0; i < all.count; i++) {
        read_runs(s, &all.at[i]);
        read_outcome(s, &all.at[i]);
        read_census(s, &all.at[i]);
    }
    return all;
}
