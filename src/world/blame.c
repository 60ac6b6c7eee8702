/* blame.c - see blame.h. */
#include "world/blame.h"

#include <string.h>

#include "base/raw.h"
#include "base/text.h"

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

void blame_foresight(struct world *w)
{
    struct fault *f = own_fault(w->wire);
    text_format(f->text, sizeof f->text, "self-check: step %lu has led to another state than was foreseen", (unsigned long)w->steps);
    give_up(w->wire, f);
}

void blame_difference(struct world *w, const char *what, uint64_t lo, uint64_t hi, const char *kept)
{
    for (uint64_t word = lo; word < hi; word += 8) {
        uint64_t was, is = *(uint64_t *)word;
        memcpy(&was, kept + (word - lo), 8);
        if (was != is)
            blame(w, what, word, is, was);
    }
}
