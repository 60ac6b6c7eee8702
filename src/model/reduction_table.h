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
    const char *of;         /* the algorithm that it is a form of, which lists name; NULL: it is one itself */
    const char *variant;    /* that form, as --variant names it; NULL: by the name of the row only */
    bool        tries_all;  /* enabled threads: it is none */
    bool        takes_weak; /* --memory-model=c11: what depends on what may have a direction, and a step may lead back to its state */
    bool        takes_future; /* --future: it goes by what threads will access, too */
    bool        as_printed; /* in that paper, although it loses faults: it verifies nothing */
};

#define AS_PRINTED "as printed: it loses bugs, and verifies nothing"
#define FOR_PROGRAMS_THAT_END "; for programs whose executions all end"

/*        functions, name, the rest of the struct by its members' names */
#define REDUCTION_ALGORITHMS(REDUCTION)                                                                                             \
    REDUCTION(none, "none", .help = "every enabled thread is tried (default with other parts)", .tries_all = true,                   \
              .takes_weak = true)                                                                                                   \
    REDUCTION(spor, "spor", .help = "a thread whose next operation touches nothing goes alone", .paper = PAPER_S_POR ", algorithm 1", \
              .takes_weak = true, .takes_future = true)                                                                             \
    REDUCTION(sum, "sum", .help = "persistent sets from summaries of what lies below each state, and sleep sets where they pay (default " \
              "without other parts)", .paper = "Godefroid 1996", .takes_weak = true, .takes_future = true)                          \
    REDUCTION(dlspor, "dlspor", .help = "source sets, lazily: each state keeps what lies below it", .paper = PAPER_S_POR ", algorithm 3", \
              .takes_weak = true)                                                                                                   \
    REDUCTION(despor, "despor", .help = "source sets, eagerly: likewise", .paper = PAPER_S_POR ", algorithm 2", .takes_weak = true) \
    REDUCTION(sleep, "sleep", .help = "sleep sets; matches no states" FOR_PROGRAMS_THAT_END, .paper = "Godefroid 1996")             \
    REDUCTION(dpor, "dpor", .help = "dynamic partial order reduction; matches no states" FOR_PROGRAMS_THAT_END,                     \
              .paper = "Flanagan, Godefroid 2005")                                                                                  \
    REDUCTION(odpor, "odpor", .help = "source sets without sleep sets and wakeup trees, on safe sets; states are matched"           \
              FOR_PROGRAMS_THAT_END, .paper = PAPER_S_POR ", section 5")                                                            \
    REDUCTION(source_dpor, "source-dpor", .help = "source sets and sleep sets; matches no states" FOR_PROGRAMS_THAT_END,            \
              .paper = "Abdulla, Aronsson, Jonsson, Sagonas 2014")                                                                  \
    REDUCTION(optimal_dpor, "optimal-dpor", .help = "likewise with wakeup trees: one execution of each trace" FOR_PROGRAMS_THAT_END, \
              .paper = "Abdulla, Aronsson, Jonsson, Sagonas 2017")

/* Forms of these, which --variant names: lists have them below their algorithm, or, without a word for --variant, not at all. */
#define REDUCTION_FORMS(REDUCTION)                                                                                                  \
    REDUCTION(sum_plain, "sum-plain", .of = "sum", .help = "without sleep sets", .takes_weak = true, .takes_future = true)          \
    REDUCTION(sum_sleep, "sum-sleep", .of = "sum", .help = "with sleep sets wherever they can be", .takes_weak = true,              \
              .takes_future = true)                                                                                                 \
    REDUCTION(dlspor_retraversing, "dlspor-retraversing", .of = "dlspor", .variant = "retraversing",                                \
              .help = "what was explored is traversed again", .paper = PAPER_S_POR ", algorithm 3")                                 \
    REDUCTION(despor_retraversing, "despor-retraversing", .of = "despor", .variant = "retraversing",                                \
              .help = "what was explored is traversed again", .paper = PAPER_S_POR ", algorithm 2")                                 \
    REDUCTION(dljpf, "dljpf", .of = "dlspor", .variant = "jpf", .help = "without safe sets", .paper = PAPER_S_POR ", section 5")    \
    REDUCTION(dlspor_stateless, "dlspor-stateless", .of = "dlspor", .variant = "stateless",                                         \
              .help = "without state matching" FOR_PROGRAMS_THAT_END, .paper = PAPER_S_POR ", section 5")                           \
    REDUCTION(dlspor_paper, "dlspor-paper", .of = "dlspor", .variant = "printed", .help = AS_PRINTED, .as_printed = true,           \
              .paper = PAPER_S_POR ", algorithm 3")                                                                                 \
    REDUCTION(dlspor_appendix_paper, "dlspor-appendix-paper", .of = "dlspor", .variant = "appendix", .help = AS_PRINTED,            \
              .as_printed = true, .paper = PAPER_S_POR ", appendix A")                                                              \
    REDUCTION(dejpf, "dejpf", .of = "despor", .variant = "jpf", .help = "without safe sets", .paper = PAPER_S_POR ", section 5")    \
    REDUCTION(despor_stateless, "despor-stateless", .of = "despor", .variant = "stateless",                                         \
              .help = "without state matching" FOR_PROGRAMS_THAT_END, .paper = PAPER_S_POR ", section 5")                           \
    REDUCTION(despor_paper, "despor-paper", .of = "despor", .variant = "printed", .help = AS_PRINTED, .as_printed = true,           \
              .paper = PAPER_S_POR ", algorithm 2")                                                                                 \
    REDUCTION(dpor_stateful, "dpor-stateful", .of = "dpor", .variant = "stateful",                                                  \
              .help = "states are matched: they remember what occurs below them" FOR_PROGRAMS_THAT_END, .paper = "Yang et al. 2008")

#define REDUCTION_TABLE(REDUCTION) REDUCTION_ALGORITHMS(REDUCTION) REDUCTION_FORMS(REDUCTION)

#define REDUCTION_DECLARED(id, ...) extern const struct reduction_kind reduction_kind_##id;
REDUCTION_TABLE(REDUCTION_DECLARED)
#undef REDUCTION_DECLARED

extern const struct reduction_kind *const reduction_algorithms[], *const reduction_kinds[]; /* without forms, and all; end with NULL */

/* The form of an algorithm that a variant names; NULL: there is none. */
const struct reduction_kind *reduction_variant(const char *of, const char *variant);

/* The one that the first of some names, separated by commas, names, and the names behind it; NULL: it is not known. */
const struct reduction_kind *reductions_next(const char **names);

/* Names, separated by commas: do all of them try every enabled thread, or are there none? Is any of them as printed? */
bool reductions_try_all(const char *names);
bool reductions_as_printed(const char *names);

#endif
