/* race_state.h - the part of the world's state that is about data races (race.h). */
#ifndef MZ_WORLD_RACE_RACE_STATE_H
#define MZ_WORLD_RACE_RACE_STATE_H

#include "model/fault.h"
#include "wire/wire.h"

enum race_level {
    RACE_POISED,
    RACE_CLOCKS,  /* and clocks: there is a race, and what is learnt by it orders nothing */
    RACE_LABELLED, /* in place of clocks, what each transition does to who knows of what is written down, and the search analyses that */
    RACE_ORDERED, /* and what is ordered is part of the state */
};

enum { RACE_PAIRS = 1024, RACE_QUEUE = 256 };

struct race_notice {
    struct fault       fault;
    struct wire_access access[2]; /* the earlier one, or the one that was there first; and the other */
    uint64_t           events;    /* of a replay, recorded before */
};

struct race {
    uint8_t  mode;       /* enum wire_race: what becomes of a path on which there is one */
    uint8_t  rule;       /* enum wire_race_rule */
    bool     clocks;     /* level > RACE_POISED */
    bool     labels_fit; /* the search is one that analyses them */
    uint32_t foreseen[MAX_THREADS]; /* labels of transitions */
    bool     concerned;  /* the operation that was announced last touches shared memory, be it visible or in an atomic section */
    enum race_level level, wanted;
    uint64_t pair[RACE_PAIRS];     /* pairs of places that were told, where the path goes on: a table */
    unsigned pairs;
    struct race_notice notice[RACE_QUEUE]; /* not yet asked for */
    unsigned first, notices;
};


#endif
