/* model_pages.c - see model_pages.h. */
#include "world/watch/model_pages.h"

#include <string.h>
#include <sys/syscall.h>

#include "base/page.h"
#include "base/raw.h"
#include "base/reserve.h"

static struct {
    uint64_t  lo, hi;    /* the model's state */
    uint64_t  first;     /* page that holds some of it */
    unsigned  pages;     /* that hold some of it */
    unsigned  found;     /* of them */
    uint32_t *number;    /* of those, in the order in which they were found */
    uint8_t  *is_found;  /* of each page */
    uint8_t  *resident;  /* of each page: what the kernel says, in bit 0 */
} model;

static void take_place(uint64_t lo, uint64_t hi, void *unused)
{
    (void)unused;
    model.lo = lo;
    model.hi = hi;
}

bool model_pages_enable(void)
{
    extents_model(take_place, NULL);
    model.first = page_down(model.lo);
    model.pages = (unsigned)((page_up(model.hi) - model.first) / PAGE);
    size_t bytes = model.pages * (sizeof *model.number + sizeof *model.is_found + sizeof *model.resident);
    model.number = reserve(&bytes, bytes);
    model.is_found = (uint8_t *)(model.number + model.pages);
    model.resident = model.is_found + model.pages;
    return model.number != NULL;
}

/* Not resident is also what was moved out to disk. A page is asked for at every mark and rewind, and is not moved out in between. */
unsigned model_pages_find(void)
{
    long size = (long)(model.pages * (uint64_t)PAGE);
    if (raw_syscall(SYS_mincore, (long)model.first, size, (long)model.resident, 0, 0, 0) != 0)
        memset(model.resident, 1, model.pages); /* the kernel does not say */
    for (unsigned i = 0; i < model.pages; i++) {
        if (!(model.resident[i] & 1) || model.is_found[i])
            continue;
        model.is_found[i] = true;
        model.number[model.found++] = i;
    }
    return model.found;
}

void model_pages_each(unsigned from, unsigned to, extents_visitor *each, void *data)
{
    for (unsigned i = from; i < to; i++) {
        uint64_t lo = model.first + model.number[i] * (uint64_t)PAGE, hi = lo + PAGE;
        each(lo < model.lo ? model.lo : lo, hi > model.hi ? model.hi : hi, data);
    }
}
