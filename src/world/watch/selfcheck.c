/* selfcheck.c - a full copy of the program's memory, live stacks, thread-local storage and model state is kept at every
 * mark on the path and compared after a rewind. Slow, and meant to be: the tests run with it. */
#include "world/watch/selfcheck.h"

#include <string.h>

#include "base/raw.h"
#include "base/reserve.h"
#include "base/text.h"
#include "world/memory/extents.h"

static struct {
    char *bottom, *top;
} store;

bool selfcheck_enable(void)
{
    size_t size = 64ULL << 30;
    store.bottom = store.top = reserve(&size, 64ULL << 20);
    return store.bottom != NULL;
}

bool selfcheck_is_on(void)
{
    return store.bottom != NULL;
}

static void keep(uint64_t lo, uint64_t hi, void *unused)
{
    (void)unused;
    memcpy(store.top, (void *)lo, hi - lo);
    store.top += hi - lo;
}

uint64_t selfcheck_mark(const struct world *w)
{
    if (!store.bottom)
        return 0;
    uint64_t mark = (uint64_t)(store.top - store.bottom) + 1;
    struct digest *d = (struct digest *)store.top;
    *d = w->digest;
    store.top += sizeof *d;
    extents_each(w, keep, NULL);
    return mark;
}

struct comparison {
    struct world *w;
    const char   *what;
    const char   *at;
};

static struct fault *own_fault(struct wire *wire)
{
    struct fault *f = &wire->finding[0].fault;
    memset(f, 0, sizeof *f);
    f->kind = FAULT_INTERNAL;
    return f;
}

static void give_up(struct wire *wire, const struct fault *f)
{
    text_copy(wire->message, sizeof wire->message, f->text);
    wire->findings = 1;
    wire->verdict = WIRE_REFUSED;
    __atomic_store_n(&wire->phase, WIRE_DONE, __ATOMIC_RELEASE);
    raw_exit(70);
}

static void blame(struct world *w, const char *what, uint64_t addr, uint64_t is, uint64_t was)
{
    struct fault *f = own_fault(w->wire);
    f->addr = addr + (uint64_t)__builtin_ctzll(is ^ was) / 8; /* the first byte that differs */
    text_format(f->text, sizeof f->text, "self-check: %s memory at 0x%lx: the word around it is 0x%lx and was 0x%lx",
                what, (unsigned long)f->addr, (unsigned long)is, (unsigned long)was);
    give_up(w->wire, f);
}

void selfcheck_blame_foresight(struct world *w)
{
    struct fault *f = own_fault(w->wire);
    text_format(f->text, sizeof f->text, "self-check: step %lu has led to another state than was foreseen", (unsigned long)w->steps);
    give_up(w->wire, f);
}

static void compare(uint64_t lo, uint64_t hi, void *data)
{
    struct comparison *c = data;
    for (uint64_t word = lo; word < hi; word += 8) {
        uint64_t was, is = *(uint64_t *)word;
        memcpy(&was, c->at + (word - lo), 8);
        if (was != is)
            blame(c->w, c->what, word, is, was);
    }
    c->at += hi - lo;
}

void selfcheck_compare(struct world *w, uint64_t mark)
{
    if (!mark)
        return;
    struct comparison c = {w, "a rewind has not put back", store.bottom + mark - 1 + sizeof(struct digest)};
    extents_each(w, compare, &c);
    store.top = (char *)c.at; /* marks are a stack: later ones are gone */
}

void selfcheck_image(struct world *w, uint64_t lo, uint64_t hi, const char *image)
{
    compare(lo, hi, &(struct comparison){w, "no note was taken of a change of", image});
}
