/* none.c - no reduction: every enabled thread is tried. */
#include "reduce/reduction.h"

static threadset enter(struct reducing *r)
{
    return r->nodes[r->depth].enabled;
}

const struct reduction reduction_none = {
    .name = "none",
    .help = "try every enabled thread at every state",
    .keeps = KEEPS_ALL,
    .enter = enter,
};
