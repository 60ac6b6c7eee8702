/* order_search.c - see order_search.h. Weaker orders only add behaviours: what cannot be weakened at one place cannot be later either, when
 * others are weaker. So one pass over all places finds orders of which none can be weakened any further; but for those that are not
 * proven, which are tried again: what is seq_cst beside them may be weaker then. */
#include "apps/orders/order_search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool/cli/options.h"

/* What one search may take of what is left: the last one, without a reduction, takes longest. */
enum { SHARE = 4 };

/* --- progress --------------------------------------------------------------------------------------------------------------- */

static void show_progress(const struct trials *t, size_t done)
{
    if (!t->settings->quiet && isatty(STDERR_FILENO))
        fprintf(stderr, "\r%zu of %zu places, %s \033[K", done, t->sites.count, show_things(t->searches, "trial"));
}

static void end_progress(const struct trials *t)
{
    if (!t->settings->quiet && isatty(STDERR_FILENO))
        fprintf(stderr, "\r\033[K");
}

/* --- places that are kept --------------------------------------------------------------------------------------------------- */

static bool names_place(const char *name, size_t length, const struct site *s)
{
    const char *place = site_place(s);
    size_t whole = strlen(place);
    return length <= whole && strncmp(place + whole - length, name, length) == 0 && (length == whole || place[whole - length - 1] == '/');
}

static void keep_places(struct trials *t)
{
    const char *name = t->settings->keep;
    while (name && *name) {
        size_t length = strcspn(name, ","), meant = 0;
        for (size_t i = 0; i < t->sites.count; i++)
            if (names_place(name, length, &t->sites.at[i])) {
                t->sites.at[i].kept = "--keep";
                meant++;
            }
        if (!meant)
            die("--keep=%.*s: no atomic operation was reached there", (int)length, name);
        name += length + (name[length] == ',');
    }
}

/* --- one trial -------------------------------------------------------------------------------------------------------------- */

static uint64_t share(const struct trials *t)
{
    uint64_t left = trials_left(t);
    return left == UINT64_MAX ? 0 : left / SHARE + 1;
}

static struct trial try_all(struct trials *t, const struct orders_found *f, bool none)
{
    struct levels *levels = allocate((f->count + 1) * sizeof *levels);
    for (size_t i = 0; i < f->count; i++)
        levels[i] = f->at[i].levels;
    struct trial r = trial_run(t, levels, f->count, none, none ? 0 : share(t));
    free(levels);
    return r;
}

/* Searches may have come to more places. */
static void take_new_places(const struct trials *t, struct orders_found *f)
{
    f->at = resize(f->at, (t->sites.count + 1) * sizeof *f->at);
    for (; f->count < t->sites.count; f->count++)
        f->at[f->count] = (struct found){.levels = t->sites.at[f->count].written};
}

/* --- weakening -------------------------------------------------------------------------------------------------------------- */

/* "at[0].next" and "at[1].next" are. */
static bool is_same_object(const char *a, const char *b)
{
    while (a && b && *a == *b && *a) {
        a += *a == '[' && strchr(a, ']') ? strcspn(a, "]") : 1;
        b += *b == '[' && strchr(b, ']') ? strcspn(b, "]") : 1;
    }
    return a && b && *a == *b;
}

/* All at once, or (not NULL) those of one object; if that holds they are taken. */
static bool try_together(struct trials *t, struct orders_found *f, struct levels (*weaker)(const struct site *s), const char *object)
{
    struct orders_found all = {.at = allocate((f->count + 1) * sizeof *all.at), .count = f->count};
    for (size_t i = 0; i < f->count; i++)
        all.at[i].levels = t->sites.at[i].kept || (object && !is_same_object(object, t->sites.at[i].object)) ? f->at[i].levels :
            weaker(&t->sites.at[i]);
    struct trial r = try_all(t, &all, false);
    f->stopped |= r.end == TRIAL_STOPPED;
    for (size_t i = 0; i < f->count && r.end == TRIAL_HOLDS; i++)
        f->at[i].levels = all.at[i].levels;
    if (r.end == TRIAL_HOLDS)
        f->whole = r;
    take_new_places(t, f);
    free(all.at);
    return r.end == TRIAL_HOLDS;
}

static struct levels weakest(const struct site *s)
{
    struct levels below[MOST_LEVELS];
    return levels_below(s->kind, s->written, below) ? below[0] : s->written;
}

/* Operations of set-up, which is over before there are threads, get the weakest. */
static struct levels not_in_order(const struct site *s)
{
    return s->in_setup ? weakest(s) : levels_without_seq_cst(s->kind, s->written);
}

/* Writes of one object of which some only are seq_cst are not proven, where all of them together may be. */
static void try_objects(struct trials *t, struct orders_found *f)
{
    for (size_t i = 0, count = f->count; i < count && !f->stopped; i++) {
        size_t first = 0, writes = 0;
        const char *object = t->sites.at[i].object;
        while (first < i && !is_same_object(object, t->sites.at[first].object))
            first++;
        for (size_t k = i; k < count; k++)
            writes += t->sites.at[k].kind != ATOMIC_LOAD && is_same_object(object, t->sites.at[k].object);
        if (first == i && writes > 1)
            try_together(t, f, not_in_order, object);
    }
}

/* The weakest that holds: all weaker ones have failed, then. True: it is weaker than before. */
static bool weaken(struct trials *t, struct orders_found *f, size_t site)
{
    struct levels below[MOST_LEVELS], was = f->at[site].levels;
    size_t count = levels_below(t->sites.at[site].kind, was, below);
    f->at[site].buffers = f->at[site].unproven = false;
    for (size_t i = 0; i < count && !f->stopped; i++) {
        f->at[site].levels = below[i];
        struct trial r = try_all(t, f, false);
        take_new_places(t, f);
        if (r.end == TRIAL_HOLDS) {
            f->whole = r;
            return f->at[site].tried = true;
        }
        f->at[site].buffers |= r.end == TRIAL_BUFFERS;
        f->at[site].unproven |= r.end == TRIAL_UNPROVEN;
        f->at[site].undecided |= r.end == TRIAL_UNDECIDED;
        f->stopped |= r.end == TRIAL_STOPPED;
    }
    f->at[site].levels = was;
    f->at[site].tried |= !f->stopped;
    return false;
}

/* What costs most comes first: of several ways to order the same, the cheap ones are left. */
static bool pass(struct trials *t, struct orders_found *f)
{
    static const enum atomic_kind kinds[] = {ATOMIC_FENCE, ATOMIC_EXCHANGE_IF, ATOMIC_UPDATE, ATOMIC_STORE, ATOMIC_LOAD};
    bool weaker = false;
    size_t done = 0;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t i = 0; i < f->count && !f->stopped; i++) {
            const struct site *s = &t->sites.at[i];
            if (s->kind != kinds[k])
                continue;
            show_progress(t, done++);
            if (!s->kept && !f->at[i].undecided)
                weaker |= weaken(t, f, i);
        }
    return weaker;
}

/* A fresh search of everything. A bug that it finds, and a reduction has not, is a mistake of ours. */
static enum trial_end confirm(struct trials *t, struct orders_found *f)
{
    struct trial r = try_all(t, f, true);
    f->stopped |= r.end == TRIAL_STOPPED;
    f->confirmed = r.end == TRIAL_HOLDS;
    if (r.end == TRIAL_FAILS)
        die("internal: with --reduction=none the orders that were found fail: %s", r.reason);
    if (f->confirmed)
        f->whole = r;
    take_new_places(t, f);
    return r.end;
}

static void leave_undecided(const struct trials *t, struct orders_found *f)
{
    for (size_t i = 0; i < f->count; i++)
        f->at[i].undecided |= !f->at[i].tried && !t->sites.at[i].kept;
}

static void open_trials(struct trials *t)
{
    t->folder = temp_directory();
    t->end = t->settings->time_ms ? clock_ms(CLOCK_MONOTONIC) + t->settings->time_ms : 0;
}

/* All together, and then one by one. */
static void weaken_all(struct trials *t, struct orders_found *f)
{
    for (size_t i = 0; i < f->count; i++)
        f->at[i] = (struct found){.levels = t->sites.at[i].written};
    if (!try_together(t, f, weakest, NULL) && !f->stopped && !try_together(t, f, not_in_order, NULL))
        try_objects(t, f);
    while (!f->stopped && pass(t, f))
        ;
}

struct orders_found orders_search(struct trials *t)
{
    struct orders_found f = {0};
    open_trials(t);
    f.whole = f.written = trial_run(t, NULL, 0, false, 0);
    f.stopped = f.written.end == TRIAL_STOPPED;
    if (f.written.end != TRIAL_HOLDS || t->sites.count == 0)
        return f;
    keep_places(t);
    take_new_places(t, &f);
    do
        weaken_all(t, &f);
    while (!f.stopped && confirm(t, &f) == TRIAL_BUFFERS);
    if (f.stopped)
        leave_undecided(t, &f);
    end_progress(t);
    return f;
}

/* --- mutants ---------------------------------------------------------------------------------------------------------------- */

static void mutate(struct trials *t, struct mutants *m, size_t site)
{
    struct levels below[MOST_LEVELS], *levels = allocate((site + 1) * sizeof *levels);
    size_t count = levels_below(t->sites.at[site].kind, t->sites.at[site].written, below);
    for (size_t i = 0; i < site; i++)
        levels[i] = t->sites.at[i].written;
    for (size_t i = 0; i < count && !m->stopped; i++) {
        if (!levels_is_next(t->sites.at[site].kind, t->sites.at[site].written, below[i]))
            continue;
        levels[site] = below[i];
        m->at = resize(m->at, (m->count + 1) * sizeof *m->at);
        m->at[m->count++] = (struct mutant){site, below[i], trial_run(t, levels, site + 1, false, share(t))};
        m->stopped |= m->at[m->count - 1].trial.end == TRIAL_STOPPED;
    }
    free(levels);
}

struct mutants orders_mutate(struct trials *t)
{
    struct mutants m = {0};
    open_trials(t);
    m.written = trial_run(t, NULL, 0, false, 0);
    m.stopped = m.written.end == TRIAL_STOPPED;
    if (m.written.end != TRIAL_HOLDS || t->sites.count == 0)
        return m;
    keep_places(t);
    const size_t *sorted = sites_sorted(&t->sites), count = t->sites.count;
    for (size_t i = 0; i < count && !m.stopped; i++) {
        show_progress(t, i);
        if (!t->sites.at[sorted[i]].kept)
            mutate(t, &m, sorted[i]);
    }
    end_progress(t);
    return m;
}
