/* best.c - best first: of all states that have been met and not expanded the one that looks best comes next (Groce, Visser,
 * 2004: [21] in the paper on DFS-RB). What looks best is one of the heuristics below, each named by its row
 * of HEURISTIC_TABLE. */
#include "base/text.h"
#include "search/drivers/bfs.h"
#include "search/engine/engine.h"

enum { WORST = (1 << 24) - 1 };

static uint32_t most(uint64_t value)
{
    return value < WORST ? (uint32_t)(WORST - value) : 0;
}

/* Threads that wait: towards deadlocks. */
static uint32_t blocked(struct engine *e)
{
    return most(threadset_size(e->lts->live(e->lts->self) & ~e->at.enabled));
}

static uint32_t threads(struct engine *e)
{
    return most(threadset_size(e->lts->live(e->lts->self)));
}

static uint32_t switches(struct engine *e)
{
    return most(e->path_facts.at[e->depth].switches);
}

static uint32_t deep(struct engine *e)
{
    return most(e->depth);
}

/* Pairs of threads whose next operations interfere: towards races. */
static uint32_t conflicts(struct engine *e)
{
    const struct lts *l = e->lts;
    uint64_t pairs = 0;
    THREADSET_EACH(t, e->at.enabled) {
        const struct op op = *l->next(l->self, t);
        THREADSET_EACH(u, e->at.enabled & threadset_below(t))
            pairs += op_dependent(&op, l->next(l->self, u));
    }
    return most(pairs);
}

#define RANKED(id, ...) &(const struct heuristic){&heuristic_kind_##id, id},
const struct heuristic *const heuristics[] = {HEURISTIC_TABLE(RANKED) NULL};

const struct heuristic *heuristic_find(const char *name)
{
    for (const struct heuristic *const *h = heuristics; *h; h++)
        if (text_equal((*h)->is->name, name))
            return *h;
    return NULL;
}

static void run(struct engine *e)
{
    bfs_run(e, &(struct queueing){.dive = UINT64_MAX, .rank = e->config->heuristic ? e->config->heuristic->rank : blocked});
}

const struct search search_best = {.is = &search_kind_best, .run = run, .heuristics = heuristics};
