/* exit_status.c - see exit_status.h. */
#include "tool/result/exit_status.h"

#include <stdio.h>

#include "model/op.h"
#include "tool/run/launch.h"

bool exit_is_undecided(const struct launch *search, size_t finding)
{
    const struct wire *w = search->wire;
    return search->config.exit_status == WIRE_EXIT_MIXED && !w->ended_well && w->finding[finding].fault.kind == FAULT_EXIT;
}

char *exit_headline(const struct finding *f, enum wire_exit rule)
{
    bool mixed = f->fault.kind == FAULT_EXIT && rule == WIRE_EXIT_MIXED;
    return mixed ? format_text("%s; passes in other interleavings", f->headline) : f->headline;
}

/* "1, 2": the same status may have been met at several places. */
static char *statuses_of(const struct launch *search)
{
    const struct wire *w = search->wire;
    bool seen[256] = {0};
    char *list = NULL;
    for (uint32_t i = 0; i < w->findings && i < WIRE_MAX_FINDINGS; i++) {
        uint8_t status = (uint8_t)w->finding[i].fault.code;
        if (!exit_is_undecided(search, i) || seen[status])
            continue;
        seen[status] = true;
        list = list ? format_text("%s, %u", list, status) : format_text("%u", status);
    }
    return list;
}

void exit_notes(struct report *r)
{
    const struct wire *w = r->search->wire;
    char *statuses = r->search->end == LAUNCH_DAMAGED ? NULL : statuses_of(r->search);
    bool all = w->verdict == WIRE_COMPLETE || w->ended_by == WIRE_COMPLETE;
    if (statuses)
        strings_addf(&r->notes, "no execution ends with status 0: every end%s has %s (--exit-status=zero makes that a bug)",
            all ? "" : " that was met", statuses);
}

void exit_show_early_output(const struct launch *search)
{
    if (search->end != LAUNCH_DONE || search->wire->verdict != WIRE_FAILED_EARLY)
        return;
    struct launch like = *search, replay;
    like.config.exit_status = WIRE_EXIT_ANY;
    launch_replay(&replay, &like, NULL, 0, NULL, 0);
    const struct wire *w = replay.wire;
    for (uint64_t i = 0; replay.end == LAUNCH_DONE && i < w->events; i++) {
        const struct wire_event *e = &wire_events(w)[i];
        if (e->kind == OP_OUTPUT && (e->detail == 1 || e->detail == 2) && e->output <= w->output_bytes &&
            e->size <= w->output_bytes - e->output)
            fwrite(wire_output(w) + e->output, 1, e->size, stderr);
    }
    launch_free(&replay);
}
