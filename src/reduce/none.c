/* none.c - no reduction: every enabled thread is tried. */
#include "reduce/reduction.h"

static threadset enter(struct reducing *r)
{
    return r->nodes[r->depth].enabled;
}

const struct reduction reduction_none = {
    .is = &reduction_kind_none,
    .keeps = KEEPS_ALL | KEEPS_PATHS,
    .enter = enter,
};
