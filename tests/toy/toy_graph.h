/* toy_graph.h - the transitions of a toy program, kept for all searches of it.
 *
 * Every reduction explores the same programs, and takes the same transitions. Here each one is executed once, and looked up from then
 * on: states are places, with what the lts says of them, and each leads to others. What a search sees is what the lts of toy_lts.c
 * shows it, with all variables visible.
 */
#ifndef MZ_TESTS_TOY_GRAPH_H
#define MZ_TESTS_TOY_GRAPH_H

#include "state_set.h"

struct toy_graph {
    const struct toy_program *program;
    struct state_set   states; /* that were reached so far, by whatever search */
    struct toy_place **places; /* of the same numbers */
    size_t             capacity;
    uint64_t           walks;  /* so far */
};

/* A search of it. */
struct toy_walk {
    struct toy_graph   *graph;
    struct toy_place   *at;
    struct toy_place  **saved; /* by mark() */
    size_t              saved_count, saved_capacity;
    struct toy_observer observer; /* the same in all walks, told of each place once in each of them */
    uint64_t            number;
    struct fault        fault;
    bool                faulted;
};

void toy_graph_open(struct toy_graph *g, const struct toy_program *p);
void toy_graph_close(struct toy_graph *g);

void       toy_walk_open(struct toy_walk *w, struct toy_graph *g);
void       toy_walk_close(struct toy_walk *w);
struct lts toy_walk_lts(struct toy_walk *w);

#endif
