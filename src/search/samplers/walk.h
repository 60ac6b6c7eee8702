/* walk.h - executions from the root, decision after decision, without looking back: random walks, and searches that sample. */
#ifndef MZ_SEARCH_WALK_H
#define MZ_SEARCH_WALK_H

#include "search/engine/engine.h"

/* One random walk before a search, of about `steps` steps at most, or until `over` says that it shows nothing new. */
enum arrival walk_once(struct engine *e, uint64_t steps, bool (*over)(struct engine *e));

/* Random walks until several in a row show nothing new that is shared; the seed of these, and of the guard's. */
void     walk_infer(struct engine *e);
uint64_t walk_seed(const struct search_config *c);

/* A search that samples executions, until a limit ends it: how each goes. */
struct sampling {
    bool (*more)(struct engine *e);  /* is there another one to make? NULL: always */
    void (*begin)(struct engine *e); /* before each. May be NULL */
    tid (*pick)(struct engine *e);   /* who makes the next step, at a choice point: one of e->at.enabled */
    bool (*cut)(struct engine *e);   /* at a choice point, before that: is the rest known, so that it ends here? May be NULL */
    bool (*over)(struct engine *e);  /* the same for one that stores nothing, on long runs of single successors too */
    void (*end)(struct engine *e, bool whole); /* after each; whole: up to its end, no limit has cut it off. May be NULL */
};
void walk_sample(struct engine *e, const struct sampling *s);

#endif
