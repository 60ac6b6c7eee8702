/* notes.h - observations of a search that the verdict goes by: time-outs that were needed, asserts that were reached, functions that
 * were called. States that are finished are not come to again, so it goes with them from one process to the next. */
#ifndef MZ_TOOL_CHECKPOINT_NOTES_H
#define MZ_TOOL_CHECKPOINT_NOTES_H

#include "wire/wire.h"

/* Members of struct wire that are put together by "or": a truth value, or a set of bits. */
#define NOTED_BITS(X)                                                                                                          \
    X(uint32_t, inputs_cut) X(uint32_t, maps_memory) X(uint32_t, local_late)                        \
    X(uint32_t, ended_well) X(uint32_t, spots_lost) X(uint32_t, writes_real) X(uint32_t, noticed)                              \
    X(uint32_t, stream_shared) X(uint32_t, loose_unseen) X(uint32_t, loops_unseen) X(uint64_t, unguarded) X(uint64_t, freed_and_left)

/* Sets of places in the program (wire_note_place). */
#define NOTED_PLACES(X) X(relied) X(unjudged) X(endless) X(unending) X(counted) X(clock_stopped) X(own_stacks) X(reusable) X(work_shared)

struct notes {
#define MEMBER(type, name) type name;
    NOTED_BITS(MEMBER)
#undef MEMBER
#define MEMBER(name) uint64_t name[WIRE_MAX_PLACES];
    NOTED_PLACES(MEMBER)
#undef MEMBER
    uint64_t met[PREMISES];
    uint32_t weak_atomics, weak_order;
    struct wire_heap_use heap_use[WIRE_HEAP_CLASSES];
    struct wire_access weak;
    uint32_t guarded, loose, spots, reserved;
    struct wire_guarded guarded_function[WIRE_MAX_GUARDED];
    struct wire_loose loose_function[WIRE_MAX_LOOSE];
    uint32_t reached[WIRE_MAX_SPOTS];
};

/* Into notes that are all 0, or were taken of the same search before: they can be compared byte by byte. */
void notes_take(struct notes *n, const struct wire *w);
uint64_t notes_hash(const struct notes *n);
void notes_give(const struct notes *n, struct wire *w); /* besides what is there */

#endif
