/* reductions.c - the table of reductions. */
#include <stddef.h>

#include "base/text.h"
#include "reduce/reduction.h"

const struct reduction *const reductions[] = {
    &reduction_none,
    &reduction_spor,
    &reduction_sum,
    &reduction_sum_sleep,
    &reduction_dlspor,
    &reduction_dljpf,
    &reduction_dlspor_paper,
    &reduction_despor,
    &reduction_dejpf,
    &reduction_despor_paper,
    &reduction_dlspor_stateless,
    &reduction_despor_stateless,
    &reduction_sleep,
    &reduction_dpor,
    &reduction_dpor_stateful,
    &reduction_source_dpor,
    &reduction_optimal_dpor,
    NULL,
};

const struct reduction *reduction_find(const char *name)
{
    for (const struct reduction *const *r = reductions; *r; r++)
        if (text_equal((*r)->name, name))
            return *r;
    return NULL;
}
