/* ways_out.c - backward: from which blocks can the function come to its end? A loop from which it cannot is meant to run for ever.
 *
 * Ends are returns, jumps to other functions, and calls that end the thread. Exceptions, failed assertions and the end of the process are
 * no ways out: servers have those too.
 */
#include "model/calls.h"
#include "tool/binary/liveness/function.h"
#include "tool/cli/util.h"

static bool ends_thread(const struct function *f, const struct block *b)
{
    return f->code[b->end - 1].flow == FLOW_CALL && calls_traits(f->called[b->end - 1]) & TRAIT_ENDS_THREAD;
}

static bool has_way_out(const struct function *f, const struct block *b)
{
    bool out = b->exits || b->falls || ends_thread(f, b);
    for (uint32_t n = 0; n + b->landings < b->nexts && !out; n++)
        out = f->way_out[b->next[n]];
    return out;
}

void ways_out_solve(struct function *f)
{
    f->way_out = allocate(f->block_count + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t b = f->block_count; b-- > 0;) {
            bool out = has_way_out(f, &f->blocks[b]);
            changed |= out != f->way_out[b];
            f->way_out[b] = out;
        }
    }
}

bool way_out_behind(const struct function *f, uint32_t call)
{
    return f->way_out[f->block_of[call]];
}
