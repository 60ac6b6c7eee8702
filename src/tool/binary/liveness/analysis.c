/* analysis.c - the stages of function.h, one after the other. */
#include <stdlib.h>
#include <string.h>

#include "tool/binary/liveness/function.h"

void function_analyse(struct function *f, struct image *image, const struct image_function *symbol)
{
    *f = (struct function){.image = image, .architecture = image->architecture, .symbol = symbol, .body = NO_PLACE};
    graph_build(f);
    if (!f->problem)
        values_follow(f);
    labels_look(f);
    if (!f->problem && !f->twice)
        live_solve(f);
    if (!f->problem && !f->twice)
        arguments_solve(f);
    if (!f->problem && !f->twice)
        ways_out_solve(f);
}

void function_free(struct function *f)
{
    live_free(&f->live, f->block_count);
    live_free(&f->rounds, f->block_count);
    for (size_t b = 0; b < f->block_count; b++)
        free(f->blocks[b].next);
    for (size_t t = 0; t < f->table_count; t++)
        free(f->tables[t].targets);
    free(f->code);
    free(f->called);
    free(f->blocks);
    free(f->block_of);
    free(f->tables);
    free(f->needed);
    values_free(f);
    free(f->places);
    free(f->stack_at);
    free(f->frame_at);
    free(f->kept);
    free(f->saved);
    free(f->gone);
    free(f->stores);
    free(f->open);
    free(f->loaded);
    free(f->stored);
    free(f->touched);
    free(f->saves);
    free(f->extents);
    free(f->loop);
    free(f->set);
    free(f->carried);
    free(f->way_out);
    memset(f, 0, sizeof *f);
}
