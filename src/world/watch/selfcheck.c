/* selfcheck.c - a full copy of the program's memory, live stacks, thread-local storage and model state is kept at every
 * mark on the path and compared after a rewind. Slow, and meant to be: the tests run with it. */
#include "world/watch/selfcheck.h"

#include <string.h>

#include "base/page.h"
#include "base/reserve.h"
#include "world/blame.h"
#include "world/state/extents.h"
#include "world/watch/model_pages.h"

static struct {
    struct lts inner;  /* what is watched */
    char *bottom, *top;
} store;

bool selfcheck_enable(void)
{
    size_t size = 64ULL << 30;
    store.bottom = store.top = reserve(&size, 64ULL << 20);
    return store.bottom && model_pages_enable();
}

static void keep(uint64_t lo, uint64_t hi, void *unused)
{
    (void)unused;
    memcpy(store.top, (void *)lo, hi - lo);
    store.top += hi - lo;
}

/* Before the copies stands how many pages of the model's state they hold. */
static uint64_t keep_all(const struct world *w)
{
    uint64_t mark = (uint64_t)(store.top - store.bottom), pages = model_pages_find();
    memcpy(store.top, &pages, sizeof pages);
    store.top += sizeof pages;
    extents_each(w, keep, NULL);
    model_pages_each(0, (unsigned)pages, keep, NULL);
    return mark;
}

struct comparison {
    struct world *w;
    const char   *at;
};

static void compare(uint64_t lo, uint64_t hi, void *data)
{
    struct comparison *c = data;
    blame_difference(c->w, "a rewind has not put back", lo, hi, c->at);
    c->at += hi - lo;
}

static void compare_with_zero(uint64_t lo, uint64_t hi, void *data)
{
    static const char zero[PAGE];
    struct comparison *c = data;
    blame_difference(c->w, "a rewind has not put back", lo, hi, zero);
}

static struct mark mark_and_keep(void *self)
{
    struct mark m = store.inner.mark(self);
    m.watched = keep_all(self);
    return m;
}

static void rewind_and_compare(void *self, const struct mark *m)
{
    uint64_t pages;
    memcpy(&pages, store.bottom + m->watched, sizeof pages);
    struct comparison c = {self, store.bottom + m->watched + sizeof pages};
    store.inner.rewind(self, m);
    extents_each(self, compare, &c);
    model_pages_each(0, (unsigned)pages, compare, &c);
    model_pages_each((unsigned)pages, model_pages_find(), compare_with_zero, &c);
    store.top = (char *)c.at; /* marks are a stack: later ones are gone */
}

void selfcheck_watch(struct lts *lts)
{
    store.inner = *lts;
    lts->mark = mark_and_keep;
    lts->rewind = rewind_and_compare;
}
