/* draw.c - see draw.h. */
#include "tool/result/draw.h"

#include <string.h>

#include "model/search_table.h"
#include "tool/run/deadline.h"
#include "tool/run/launch.h"

enum { MOST_MILLISECONDS = 20000 };

/* The bug that is told first. A race by which the search does not end is found by the way. */
static const struct fault *sought_by(const struct report *r)
{
    for (size_t i = 0; i < r->finding_count && !r->settings->config.all_faults; i++) {
        const struct finding *f = &r->findings[i];
        if (is_about_the_program(r, f) && !is_only_noticed(r, f) && !f->doubt && f->replay.wire)
            return &f->replay.wire->finding[f->met].fault;
    }
    return NULL;
}

static void shorten_list(char *names)
{
    names[strcspn(names, ",")] = '\0';
}

void draw(struct report *r)
{
    const struct launch *search = r->search;
    if (search->end != LAUNCH_DONE || search->interrupted || deadline_left() == 0)
        return;
    struct launch *l = allocate(sizeof *l);
    const struct fault *sought = sought_by(r);
    *l = (struct launch){.program = search->program, .argv = search->argv, .config = search->config, .ranges = wire_ranges(search->wire),
        .range_count = search->wire->ranges < WIRE_MAX_RANGES ? search->wire->ranges : WIRE_MAX_RANGES, .fragments = search->fragments,
        .dead_values = search->dead_values, .hang_ms = search->hang_ms};
    struct wire_config *c = &l->config;
    c->drawn = true;
    c->foresight = false;
    c->steering.jobs = 1;
    if (sought)
        c->sought = *sought;
    if (search_kind_named(c->search)->composite)
        strcpy(c->search, search_kind_dfs.name);
    shorten_list(c->reduction);
    if (c->max_milliseconds == 0 || c->max_milliseconds > MOST_MILLISECONDS)
        c->max_milliseconds = MOST_MILLISECONDS;
    launch_run(l);
    if (l->end == LAUNCH_DONE)
        r->drawing = l;
}
