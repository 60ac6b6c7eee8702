/* notes.h - what a search has noticed by the way and the verdict goes by: where time-outs were needed, which asserts were reached, which
 * functions were called. States that are finished are not come to again, so it goes with them from one process to the next. */
#ifndef MZ_TOOL_CHECKPOINT_NOTES_H
#define MZ_TOOL_CHECKPOINT_NOTES_H

#include "wire/wire.h"

struct notes {
    uint32_t inputs_cut, clock_stopped, maps_memory, local_late, ended_well, spots_lost, random_taken, writes_real, loose_unseen;
    uint32_t weak_atomics, weak_order;
    uint64_t unguarded, freed_and_left;
    uint64_t relied[WIRE_MAX_PLACES], unjudged[WIRE_MAX_PLACES], own_stacks[WIRE_MAX_PLACES], reusable[WIRE_MAX_PLACES];
    uint64_t work_shared[WIRE_MAX_PLACES];
    struct wire_heap_use heap_use[WIRE_HEAP_CLASSES];
    struct wire_access weak;
    uint32_t guarded, loose, spots, reserved;
    struct wire_guarded guarded_function[WIRE_MAX_GUARDED];
    struct wire_loose loose_function[WIRE_MAX_LOOSE];
    uint32_t reached[WIRE_MAX_SPOTS];
};

void notes_take(struct notes *n, const struct wire *w); /* all of it is set: notes can be compared byte by byte */
void notes_give(const struct notes *n, struct wire *w); /* besides what is there */

#endif
