/* components.c - see components.h. */
#include "reduce/components.h"

#include "base/reserve.h"
#include "reduce/shared_facts.h"

_Static_assert(FACT_KEPT == TAG_OPEN, "no fact is open");

bool components_open(struct components *c)
{
    c->bytes = reserve_machine();
    c->open = reserve(&c->bytes, 1 << 20);
    size_t room = c->bytes / sizeof *c->open;
    c->room = room < UINT32_MAX ? (uint32_t)room : UINT32_MAX;
    return c->open != NULL;
}

void components_close(struct components *c)
{
    reserve_release(c->open, c->bytes);
}

uint64_t components_bytes(const struct components *c)
{
    return c->most * sizeof *c->open;
}

summary components_below(const struct components *c, struct summaries *s, const struct standing *p)
{
    summary below = SUMMARY_EMPTY;
    for (uint32_t i = p->index; i < c->count; i++)
        below = summary_union(s, below, c->open[i].below);
    return below;
}

void components_finish(struct components *c, struct reducing *r, const struct standing *p, uint32_t tag)
{
    for (uint32_t i = p->index; i < c->count; i++) {
        visited_set_tag_at(r->visited, c->open[i].digest, c->open[i].slot, tag);
        if (r->facts)
            facts_publish(r->facts, c->open[i].digest, tag);
    }
    c->count = p->index;
}
