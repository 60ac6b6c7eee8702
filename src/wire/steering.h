/* steering.h - the part of the configuration that says how a search goes: the options of src/tool/cli/search_options.c, which
 * src/search/config_from_wire.c turns into policies. Only names and numbers. */
#ifndef MZ_WIRE_STEERING_H
#define MZ_WIRE_STEERING_H

#include <stdbool.h>
#include <stdint.h>

#include "model/rb_tuple.h"
#include "model/threadset.h"

enum { MOST_RB = 8 };

/* From `from` to `to`, by `step`. */
struct wire_bound {
    uint32_t given, from, to, step;
};

/* Steps that are left out of those that the rest of a search would try (search/engine/policy.h). */
enum wire_filter { WIRE_FILTER_NONE, WIRE_FILTER_FUTURE, WIRE_FILTER_LAST, WIRE_FILTERS };

/* Who may go on while a pair of threads is explored (search/drivers/pairwise.c). */
enum wire_pair_rule { WIRE_PAIR_AUTHORS, WIRE_PAIR_FIGURE2, WIRE_PAIR_BOTH };

/* Which memory tells states apart: all, or only that which is read again (reduce/unread.h); or what a trial shows to be better. */
enum wire_matching { WIRE_MATCH_ALL, WIRE_MATCH_READ, WIRE_MATCH_AUTO };

/* Values that a search is told as they are: X(type, name). One line here is the member of the same name in the wire and in
 * struct search_config, and the copy from one to the other. 0 stands for "no limit" and "none" everywhere. */

/* Settings of any run, a replay too: in struct wire_config. */
#define WIRE_BASICS(X)                                                                                                             \
    X(uint64_t, seed)                                                                                                              \
    X(uint64_t, max_states)                                                                                                        \
    X(uint64_t, max_memory)        /* bytes of the visited set and the path */                                                     \
    X(uint64_t, max_milliseconds)                                                                                                  \
    X(bool, by_processor)          /* they are those of a processor */                                                             \
    X(bool, all_faults)            /* go on after a fault; distinct ones are reported */                                           \
    X(bool, livelock)                                                                                                              \
    X(bool, endless)               /* programs that never end are right */                                                         \
    X(bool, every_step)            /* points with one successor are choice points too: stored, counted, part of the schedule */    \
    X(bool, guard_determinism)     /* run the first execution twice and compare */                                                 \
    X(bool, light)                 /* executions are sampled, and nothing is known of the states on their way (--track) */         \
    X(uint64_t, run_on)            /* replay: so many decisions more, for the first thread that can run; of a long run 100 steps each */

/* Settings of a search: in struct wire_steering. */
#define WIRE_NUMBERS(X)                                                                                                            \
    X(uint64_t, mixed_depth)          /* search "mixed", without rb */                                                             \
    X(uint64_t, max_walks)            /* searches that sample executions */                                                        \
    X(uint32_t, redraw)               /* search "pos": percent of the events that race with one which is executed */               \
    X(uint32_t, bug_depth)            /* searches "pct", "pctvb": of the bugs that are looked for */                                 \
    X(uint32_t, most_depth)           /* to which that rises */                                                                    \
    X(uint32_t, variables)            /* search "pctvb": after whose accesses change points are */                                 \
    X(bool, whole_arrays)             /* an array is one variable, not its elements */                                             \
    X(bool, future)                   /* what others will not access any more is no choice point of reductions with safe sets */     \
    X(uint32_t, matching)             /* enum wire_matching */                                                                     \
    X(bool, partly)                   /* races are looked for by a reduction that loses some, and nothing is claimed */              \
    X(uint32_t, filters)              /* enum wire_filter */                                                                       \
    X(bool, permuted)                 /* a change point gives any priority, not the lowest */                                      \
    X(uint32_t, most_c)               /* search "ranked": preemptions, */                                                          \
    X(uint32_t, most_v)               /* variables after whose accesses they happen, */                                            \
    X(uint32_t, most_t)               /* and threads whose order matters, of the bugs that are looked for */                       \
    X(bool, rising)                   /* those that need more are looked for when these are covered */                             \
    X(uint32_t, epsilon)              /* chance of one of them not to be found, in parts of EPSILON_UNIT */                        \
    X(uint32_t, ranked_pruning)       /* enum ranked_pruning */                                                                    \
    X(bool, rb_paper)                 /* as printed: no claim of coverage */                                                       \
    X(bool, rb_first_form)            /* of the figure: backtrackAgain is asked after new states only */                           \
    X(uint64_t, rb_states)            /* of each iteration of I:t1-...-tn */                                                       \
    X(uint64_t, rb_milliseconds)                                                                                                   \
    X(uint64_t, restart_states)       /* unit */                                                                                   \
    X(uint64_t, restart_milliseconds)                                                                                              \
    X(uint64_t, runs)                 /* with the seeds seed, seed + 1, ...; 0 is 1. Limits are those of each run */               \
    X(uint64_t, checkpoint_milliseconds) /* between two times that what is known is put down; 0: it never is */                      \
    X(uint32_t, jobs)                 /* processes that search together; 0 is 1 */                                                 \
    X(uint32_t, ranks)                /* machines that tell each other what is finished (rank_results.h); 0: there is one */      \
    X(uint32_t, rank)                 /* this one, from 0 */                                                                       \
    X(uint64_t, message_milliseconds)  /* between two times that they do */                                                         \
    X(uint32_t, fragments)            /* search "pairwise": pieces of the program that are looked at; 0: all of it */               \
    X(uint32_t, pair_rule)            /* enum wire_pair_rule */                                                                    \
    X(bool, pair_given)               /* the threads of one pair follow; otherwise all pairs are explored */                       \
    X(uint32_t, pair_first)                                                                                                        \
    X(uint32_t, pair_second)                                                                                                       \
    X(uint64_t, pair_states)          /* of each pair */                                                                           \
    X(uint64_t, pair_milliseconds)

#define WIRE_MEMBER(type, name) type name;

struct wire_steering {
    char     order[16];     /* name in the table of orders; empty: ascending */
    char     then[16];      /* likewise, of the order that decides among what is equal to the first */
    char     heuristic[16]; /* name in the table of heuristics; empty: the first one */
    struct wire_bound preemptions, preemption_variables, preemption_threads, switches, delays, depth;
    struct rb_tuple rb[MOST_RB];
    uint8_t  rb_count;      /* of them; more than one: of processes that search side by side */
    uint8_t  completion;    /* enum completion */
    uint8_t  restarts;      /* enum restarts */
    WIRE_NUMBERS(WIRE_MEMBER)
    uint32_t thread_count;
    uint8_t  threads[MOST_THREADS]; /* order "threads": these first, thread_count of them */
};

#endif
