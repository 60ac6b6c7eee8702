/* reduction_table.h - the table of reductions: what each is called, and what is said of it. The runtime uses them and the tool lists
 * them, so it is here, where both see it. The functions of a row are reduction_ID, in a file of src/reduce, with what it needs and keeps.
 */
#ifndef MZ_MODEL_REDUCTION_TABLE_H
#define MZ_MODEL_REDUCTION_TABLE_H

#include <stdbool.h>

#include "model/search_table.h"

struct reduction_kind {
    const char *name, *help;
    const char *paper;      /* that it is from; may be NULL */
    bool        tries_all;  /* enabled threads: it is none */
    bool        takes_future; /* --future: it goes by what threads will access, too */
    bool        as_printed; /* in that paper, although it loses faults: it verifies nothing */
};

#define FOR_PROGRAMS_THAT_END "; for programs whose executions all end"

/*        functions, name, the rest of the struct by its members' names */
#define REDUCTION_TABLE(REDUCTION)                                                                                                  \
    REDUCTION(none, "none", .help = "every enabled thread is tried (default with other parts)", .tries_all = true)                  \
    REDUCTION(spor, "spor", .help = "a thread whose next operation touches nothing goes alone", .paper = PAPER_S_POR ", algorithm 1", \
              .takes_future = true)                                                                                                 \
    REDUCTION(sum, "sum", .help = "persistent sets from summaries of what lies below each state, and sleep sets where they pay (default " \
              "without other parts)", .paper = "Godefroid 1996", .takes_future = true)                                              \
    REDUCTION(sum_plain, "sum-plain", .help = "likewise, without sleep sets", .takes_future = true)                                 \
    REDUCTION(sum_sleep, "sum-sleep", .help = "likewise, with sleep sets wherever they can be", .paper = "Godefroid 1996",          \
              .takes_future = true)                                                                                                 \
    REDUCTION(dlspor, "dlspor", .help = "source sets, lazily: what was explored is traversed again", .paper = PAPER_S_POR ", algorithm 3") \
    REDUCTION(dljpf, "dljpf", .help = "likewise, without safe sets", .paper = PAPER_S_POR ", section 5")                            \
    REDUCTION(dlspor_paper, "dlspor-paper", .help = "dlspor as printed: it loses bugs, and verifies nothing",                       \
              .paper = PAPER_S_POR ", algorithm 3", .as_printed = true)                                                             \
    REDUCTION(dlspor_appendix_paper, "dlspor-appendix-paper", .help = "likewise, with all of appendix A: verifies nothing",         \
              .paper = PAPER_S_POR ", appendix A", .as_printed = true)                                                              \
    REDUCTION(despor, "despor", .help = "source sets, eagerly", .paper = PAPER_S_POR ", algorithm 2")                               \
    REDUCTION(dejpf, "dejpf", .help = "likewise, without safe sets", .paper = PAPER_S_POR ", section 5")                            \
    REDUCTION(despor_paper, "despor-paper", .help = "despor as printed: it loses bugs, and verifies nothing",                       \
              .paper = PAPER_S_POR ", algorithm 2", .as_printed = true)                                                             \
    REDUCTION(dlspor_stateless, "dlspor-stateless", .help = "dlspor without state matching" FOR_PROGRAMS_THAT_END,                  \
              .paper = PAPER_S_POR ", section 5")                                                                                   \
    REDUCTION(despor_stateless, "despor-stateless", .help = "despor without state matching" FOR_PROGRAMS_THAT_END,                  \
              .paper = PAPER_S_POR ", section 5")                                                                                   \
    REDUCTION(sleep, "sleep", .help = "sleep sets; matches no states" FOR_PROGRAMS_THAT_END, .paper = "Godefroid 1996")             \
    REDUCTION(dpor, "dpor", .help = "dynamic partial order reduction; matches no states" FOR_PROGRAMS_THAT_END,                     \
              .paper = "Flanagan, Godefroid 2005")                                                                                  \
    REDUCTION(dpor_stateful, "dpor-stateful",                                                                                       \
              .help = "likewise, and states are matched: they remember what occurs below them" FOR_PROGRAMS_THAT_END,               \
              .paper = "Yang et al. 2008")                                                                                          \
    REDUCTION(odpor, "odpor", .help = "source sets without sleep sets and wakeup trees, on safe sets; states are matched"           \
              FOR_PROGRAMS_THAT_END, .paper = PAPER_S_POR ", section 5")                                                            \
    REDUCTION(source_dpor, "source-dpor", .help = "source sets and sleep sets; matches no states" FOR_PROGRAMS_THAT_END,            \
              .paper = "Abdulla, Aronsson, Jonsson, Sagonas 2014")                                                                  \
    REDUCTION(optimal_dpor, "optimal-dpor", .help = "likewise with wakeup trees: one execution of each trace" FOR_PROGRAMS_THAT_END, \
              .paper = "Abdulla, Aronsson, Jonsson, Sagonas 2017")

#define REDUCTION_DECLARED(id, ...) extern const struct reduction_kind reduction_kind_##id;
REDUCTION_TABLE(REDUCTION_DECLARED)
#undef REDUCTION_DECLARED

extern const struct reduction_kind *const reduction_kinds[]; /* ends with NULL */

/* Of names, separated by commas: do all of them try every enabled thread, or are there none? Is any of them as printed? */
bool reductions_try_all(const char *names);
bool reductions_as_printed(const char *names);

#endif
