/* steering.h - the part of the configuration that says how a search goes: what the options of src/tool/search_options.c come
 * to, and src/search/steering.c turns into policies. Only names and numbers. */
#ifndef MZ_WIRE_STEERING_H
#define MZ_WIRE_STEERING_H

#include "model/rb_tuple.h"

/* From `from` to `to`, by `step`. */
struct wire_bound {
    uint32_t given, from, to, step;
};

struct wire_steering {
    char     order[16];     /* name in the table of orders; empty: ascending */
    char     then[16];      /* likewise, of the order that decides among what is equal to the first */
    char     heuristic[16]; /* name in the table of heuristics; empty: the first one */
    struct wire_bound preemptions, delays, depth;
    struct rb_tuple   rb;
    uint8_t  has_rb, rb_paper;
    uint8_t  completion;    /* enum completion */
    uint8_t  restarts;      /* enum restarts */
    uint64_t rb_states, rb_milliseconds;           /* of each iteration */
    uint64_t restart_states, restart_milliseconds; /* unit */
    uint64_t mixed_depth;
    uint64_t walks;
    uint64_t runs;
    uint32_t jobs;          /* processes that search together; 0 is 1 */
    uint32_t redraw;        /* percent */
    uint32_t thread_count;
    uint8_t  threads[64];   /* order "threads": these first, thread_count of them */
};

#endif
