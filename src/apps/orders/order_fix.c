/* order_fix.c - see order_fix.h. Candidates come in the order of how many places they change, and of how much they add. What is known to
 * fail costs nothing; each trial that fails makes more of them known. */
#include "apps/orders/order_fix.h"

#include <stdlib.h>

/* What is tried: the first `count` of the places in `fix`, which add `left` at most and have to add all of it. */
struct attempt {
    struct trials *t;
    struct levels *levels; /* of all places */
    size_t         places;
    struct fix     fix;
    bool           undecided;
};

static struct trial try_levels(struct attempt *a)
{
    struct trial r = trial_run(a->t, a->levels, a->places, false, 0);
    a->undecided |= r.end == TRIAL_UNDECIDED || r.end == TRIAL_STOPPED;
    return r;
}

static bool is_over(const struct attempt *a)
{
    return a->fix.end == FIX_FOUND || end_is_asked() || trials_left(a->t) == 0;
}

static void take_or_leave(struct attempt *a)
{
    struct trial r = try_levels(a);
    if (r.end != TRIAL_HOLDS)
        return;
    a->fix.end = FIX_FOUND;
    a->fix.trial = r;
}

/* Places from `from` on are made stronger, `more` of them, by `left` together. */
static void choose(struct attempt *a, size_t from, size_t more, unsigned left)
{
    if (more == 0) {
        if (left == 0)
            take_or_leave(a);
        return;
    }
    for (size_t i = from; i < a->places && !is_over(a); i++) {
        const struct site *s = &a->t->sites.at[i];
        struct levels above[MOST_LEVELS];
        size_t count = s->kept ? 0 : levels_above(s->kind, s->written, above);
        for (size_t k = 0; k < count && !is_over(a); k++) {
            unsigned adds = levels_strength(above[k]) - levels_strength(s->written);
            if (adds > left)
                continue;
            size_t at = a->fix.count++;
            a->fix.site[at] = i;
            a->fix.levels[at] = a->levels[i] = above[k];
            choose(a, i + 1, more - 1, left - adds);
            if (a->fix.end == FIX_FOUND)
                return;
            a->levels[i] = s->written;
            a->fix.count--;
        }
    }
}

static struct levels strongest(const struct site *s)
{
    struct levels above[MOST_LEVELS];
    size_t count = s->kept ? 0 : levels_above(s->kind, s->written, above);
    return count ? above[count - 1] : s->written;
}

/* Is there anything that would do? */
static enum fix_end look_ahead(struct attempt *a)
{
    for (size_t i = 0; i < a->places; i++)
        a->levels[i] = strongest(&a->t->sites.at[i]);
    struct trial r = try_levels(a);
    a->fix.trial = r;
    for (size_t i = 0; i < a->places; i++)
        a->levels[i] = a->t->sites.at[i].written;
    return r.end == TRIAL_FAILS ? FIX_NONE : r.end == TRIAL_HOLDS ? FIX_MANY : FIX_UNDECIDED;
}

/* A fresh search of everything, for which there may be no time. */
static void confirm(struct attempt *a)
{
    struct trial r = trial_run(a->t, a->levels, a->places, true, 0);
    a->fix.confirmed = r.end == TRIAL_HOLDS;
    if (r.end == TRIAL_FAILS)
        die("internal: with --reduction=none the fix that was found fails: %s", r.reason);
    if (a->fix.confirmed)
        a->fix.trial = r;
}

struct fix order_fix(struct trials *t)
{
    struct attempt a = {.t = t, .levels = allocate((t->sites.count + 1) * sizeof *a.levels), .places = t->sites.count};
    a.fix.end = look_ahead(&a);
    for (size_t places = 1; a.fix.end == FIX_MANY && places <= MOST_FIXED; places++)
        for (unsigned adds = (unsigned)places; adds <= MOST_STRENGTH * places && !is_over(&a); adds++)
            choose(&a, 0, places, adds);
    if (a.fix.end == FIX_MANY && (a.undecided || is_over(&a)))
        a.fix.end = FIX_UNDECIDED;
    if (a.fix.end == FIX_FOUND)
        confirm(&a);
    free(a.levels);
    return a.fix;
}

char *fix_text(const struct trials *t, const struct fix *f)
{
    char *text = format_text("make ");
    for (size_t i = 0; i < f->count; i++) {
        const struct site *s = &t->sites.at[f->site[i]];
        const char *between = i == 0 ? "" : i + 1 < f->count ? ", " : f->count > 2 ? ", and " : " and ";
        text = format_text("%s%sthe %s at %s %s", text, between, site_operation(s), site_place(s), levels_text(s->kind, f->levels[i]));
    }
    return text;
}
