/* parallel_mode.h - the interface of a parallel mode: several processes that search together, as the engine sees them. The modes are in
 * search/parallel; whichever it is, the engine, its drivers and their host know it by this interface only.
 *
 * One process leads: it forks workers at the root, and does not search. `run` of a mode is all of that. A worker does its search as if it
 * were alone, and what it does for the others besides is its teamwork.
 */
#ifndef MZ_SEARCH_PARALLEL_MODE_H
#define MZ_SEARCH_PARALLEL_MODE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/lock.h"
#include "base/visited.h"
#include "search/engine/arrival.h"

struct engine;
struct reduction;
struct search;
struct search_config;

/* Functions of a worker. Each may be NULL. */
struct teamwork {
    enum visited_result (*insert)(struct engine *e, enum arrival kind); /* the state arrived at. NULL: into the visited set of its own */
    void (*tick)(struct engine *e);     /* once in a while: others may wait for it */
    void (*one_path)(struct engine *e); /* what counts shows on one path only: the worker gives up. NULL: its path is a whole one */
};

/* This process among others. */
struct team {
    const struct teamwork *as;      /* NULL: it searches alone, or leads */
    bool            often;          /* it ticks every TEAM_TICK steps */
    unsigned        worker;         /* its number, */
    const uint32_t *workers;        /* of so many. NULL: of none */
    struct lock     lock;           /* one worker at a time */
    uint64_t        elsewhere;      /* bytes that others use for the search that this process leads */
};

struct parallel_mode {
    bool (*fits)(const struct engine *e, const struct search *s); /* is it for the configuration of e, with this driver? */
    void (*run)(struct engine *e); /* explores everything, as far as nothing stops it; e->halted, verdict and left_out say how it ended */
    bool by_driver;                /* the driver calls it when it has begun */
    bool tries_parts;              /* of a portfolio: others do that, beside the complete search */
};

/* All of them. */
struct parallel {
    bool (*begin)(struct engine *e); /* a search. False: no memory */
    void (*close)(struct engine *e);
    const struct parallel_mode *(*mode)(const struct engine *e, const struct search *s); /* that fits. NULL: one process searches */
    bool (*shares_states)(const struct engine *e); /* the visited set is to lie where all workers see it */
    bool (*shares_facts)(const struct search_config *c, const struct reduction *r); /* likewise what the reduction has finished */
    void (*hand_over)(struct engine *e); /* the processes that follow go on with what this search has finished, if they can */
};

#endif
