/* search_table.h - the table of searches: what each is called, what is said of it, and what it is; and the tables of the orders,
 * bounds and heuristics that go with them. The runtime runs them and the tool lists them, so they are here, where both see them. The driver
 * of a row is search_ID, in a file of src/search; an order is order_ID there, a bound bound_ID, and a heuristic a function of best.c.
 *
 * Nobody asks which search it is: who has to treat some of them differently asks for what they are. A fact of one search only is no member
 * here: its driver has it (struct search), or the row of the option that is for this search (tool/cli/check_table.c).
 */
#ifndef MZ_MODEL_SEARCH_TABLE_H
#define MZ_MODEL_SEARCH_TABLE_H

#include <stdbool.h>

enum { BUG_DEPTH_MOST = 64 }; /* of --bug-depth */

#define PAPER_DFS_RB "DFS-RB"
#define PAPER_S_POR  "S-POR"

/* Properties that are not named do not hold: then less is allowed with the search, and no more is claimed. */
struct search_kind {
    const char *name, *help;
    const char *paper;        /* that it is from; may be NULL */
    /* Order of steps */
    bool depth_first;         /* successors are explored to the end before the next transition of a state is taken */
    bool queues;              /* states wait in the frontier: they are come back to on the trail */
    bool samples;             /* executions from the start, each by itself, until a limit or --walks ends them: nothing is proved */
    bool by_variables;        /* it asks which variable a step accesses (model/variable.h) */
    bool random;              /* by itself: another seed gives another search */
    bool composite;           /* made of other searches, which have parts of their own */
    /* Options that go with it */
    bool takes_bounds;        /* it cuts off what lies beyond a bound; those that sample keep to --depth only */
    bool takes_rb;            /* it follows a path that can be left early: --rb */
    bool takes_jobs;          /* several processes share its work: -j */
    /* Results that are expected */
    bool rated;               /* by how soon it finds a fault: the walks before it must not find that in its place */
    bool reports;             /* it tells more than a verdict and faults: a promise, a profile, pairs. No search of a series does */
};

/*  driver, name, the rest of the struct by its members' names */
#define SEARCH_TABLE(SEARCH)                                                                                                        \
    SEARCH(dfs, "dfs", .help = "depth first, every state once (default with other parts)", .paper = PAPER_DFS_RB ", figure 1",      \
           .depth_first = true, .takes_bounds = true, .takes_rb = true, .takes_jobs = true)                                         \
    SEARCH(walk, "walk", .help = "every decision at random", .paper = PAPER_DFS_RB ", section 1", .samples = true, .random = true,  \
           .takes_jobs = true)                                                                                                      \
    SEARCH(bfs, "bfs", .help = "breadth first: shortest error paths", .paper = PAPER_DFS_RB ", section 8", .queues = true,          \
           .takes_bounds = true, .rated = true)                                                                                     \
    SEARCH(random_bfs, "random-bfs", .help = "the state to expand next is picked at random from the queue",                         \
           .paper = "next steps, IV.A", .queues = true, .random = true, .takes_bounds = true, .rated = true)                        \
    SEARCH(best, "best", .help = "the state that looks best comes next (--heuristic)", .paper = "Groce, Visser 2004",               \
           .queues = true, .takes_bounds = true, .rated = true)                                                                     \
    SEARCH(mixed, "mixed", .help = "breadth first to the threshold, depth first below it", .paper = "next steps, IV.A",             \
           .queues = true, .takes_bounds = true, .takes_rb = true, .rated = true)                                                   \
    SEARCH(pos, "pos", .help = "by priorities of events; those that race get new ones (--redraw)", .paper = "Yuan, Yang, Gu 2018",  \
           .samples = true, .random = true, .takes_jobs = true, .rated = true)                                                      \
    SEARCH(pct, "pct", .help = "by priorities of threads, lowered at random points (--bug-depth); says with which probability",     \
           .paper = "Burckhardt and others 2010", .samples = true, .random = true, .takes_jobs = true, .rated = true,               \
           .reports = true)                                                                                                         \
    SEARCH(pctvb, "pctvb", .help = "the same, lowered at accesses to a few variables drawn at random (--bug-depth, --variables)",   \
           .paper = "Bindal, Bansal, Lal 2013", .samples = true, .random = true, .by_variables = true, .takes_jobs = true,          \
           .rated = true, .reports = true)                                                                                          \
    SEARCH(profile, "profile", .help = "every decision at random, counting accesses to variables (mazurka variables)",              \
           .paper = "Bindal, Bansal, Lal 2013", .samples = true, .random = true, .by_variables = true, .takes_jobs = true,          \
           .reports = true)                                                                                                         \
    SEARCH(ranked, "ranked", .help = "by growing numbers of preemptions, variables, threads (--cvt); says what was covered",        \
           .paper = "Bindal, Bansal, Lal 2013, algorithm 1", .samples = true, .random = true, .by_variables = true,                 \
           .takes_jobs = true, .rated = true, .reports = true)                                                                      \
    SEARCH(census, "census", .help = "depth first at random, counting errors and paths (mazurka census)",                           \
           .paper = PAPER_DFS_RB ", section 5.1.1", .random = true, .rated = true, .reports = true)                                 \
    SEARCH(pairwise, "pairwise",                                                                                                    \
           .help = "one pair of threads after the other, around a piece of the code (--fragment, --function, --pair, --pair-rule)", \
           .paper = "Parizek, Kliber, figure 2", .takes_jobs = true, .rated = true, .reports = true)                                \
    SEARCH(portfolio, "portfolio", .help = "most preemptions, pos, pct, walks, DFS-RB, few preemptions, each for a while; auto",    \
           .paper = PAPER_DFS_RB ", table 4", .depth_first = true, .composite = true, .takes_jobs = true)                           \
    SEARCH(auto, "auto", .help = "dfs; where that takes long, executions by pos and pct in between (default without other parts)",  \
           .depth_first = true, .composite = true, .takes_jobs = true)

#define SEARCH_DECLARED(id, ...) extern const struct search_kind search_kind_##id;
SEARCH_TABLE(SEARCH_DECLARED)
#undef SEARCH_DECLARED

extern const struct search_kind *const search_kinds[]; /* ends with NULL */

/* The search of that name; where there is none, one without properties. */
const struct search_kind *search_kind_named(const char *name);

/* --- parts of a search ---------------------------------------------------------------------------------------------- */

struct part_kind {
    const char *name, *help;
    const char *paper; /* that it is from; may be NULL */
    const char *form;  /* how it is written, where that is more than its name; else NULL */
};

/*  which transition of a state is explored first */
#define ORDER_TABLE(ORDER)                                                                                                          \
    ORDER(random, "random", .help = "at random", .paper = PAPER_DFS_RB ", section 9")                                               \
    ORDER(preemptions, "preemptions", .help = "guided: another thread than the last one first", .paper = "Groce, Visser 2004")      \
    ORDER(interference, "interference", .help = "guided: what interferes with earlier transitions first",                           \
          .paper = "Wehrle, Kupferschmid 2010")                                                                                     \
    ORDER(future, "future", .help = "guided: threads first that may still interfere with earlier transitions",                      \
          .paper = "Parizek 2016")                                                                                                  \
    ORDER(threads, "threads", .help = "these first, in this order; then the others by their numbers",                               \
          .paper = PAPER_S_POR ", section 5", .form = "threads:3,1,2")                                                              \
    ORDER(visited, "visited", .help = "what leads to visited states first; visited+NAME: and another order among equals",           \
          .paper = PAPER_S_POR ", section 5")

/*  what cuts paths off: the option --NAME, of which tool/cli/check_table.c has the row */
#define BOUND_TABLE(BOUND)                                                                                                          \
    BOUND(depth, "depth", .help = "at most N choice points on a path", .paper = "Udupa, Desai, Rajamani 2011")                      \
    BOUND(switches, "switches", .help = "at most N switches from one thread to another", .paper = "Qadeer, Rehof 2005")             \
    BOUND(preemptions, "preemptions", .help = "at most N switches away from a thread that could go on and does not yield",          \
          .paper = "Musuvathi, Qadeer 2007")                                                                                        \
    BOUND(preemption_variables, "preemption-variables",                                                                             \
          .help = "at most N variables after whose accesses they happen, whichever come first",                                     \
          .paper = "Bindal, Bansal, Lal 2013, VT-CHESS")                                                                            \
    BOUND(preemption_threads, "preemption-threads", .help = "at most N threads that they are between", .paper = "likewise")         \
    BOUND(delays, "delays", .help = "at most N threads skipped by a round-robin scheduler", .paper = "Emmi, Qadeer, Rakamaric 2011")

/*  what a best-first search goes by; the first one unless another is asked for */
#define HEURISTIC_TABLE(HEURISTIC)                                                                                                  \
    HEURISTIC(blocked, "blocked", .help = "most threads that wait (default): towards deadlocks", .paper = "Groce, Visser 2004")     \
    HEURISTIC(conflicts, "conflicts", .help = "most pairs of threads about to interfere: towards races")                            \
    HEURISTIC(switches, "switches", .help = "most context switches on the path", .paper = "Groce, Visser 2004")                     \
    HEURISTIC(threads, "threads", .help = "most threads alive")                                                                     \
    HEURISTIC(deep, "deep", .help = "longest path")

#define ORDER_DECLARED(id, ...) extern const struct part_kind order_kind_##id;
ORDER_TABLE(ORDER_DECLARED)
#undef ORDER_DECLARED
#define HEURISTIC_DECLARED(id, ...) extern const struct part_kind heuristic_kind_##id;
HEURISTIC_TABLE(HEURISTIC_DECLARED)
#undef HEURISTIC_DECLARED
#define BOUND_DECLARED(id, ...) extern const struct part_kind bound_kind_##id;
BOUND_TABLE(BOUND_DECLARED)
#undef BOUND_DECLARED

/* Each ends with NULL; the first order and the first heuristic are the default. */
extern const struct part_kind *const order_kinds[], *const heuristic_kinds[], *const bound_kinds[];

#endif
