/* work_stealing.c - duties of a worker of a division besides its search: take work, give work away, wait while the
 * table grows. */
#include "search/parallel/work_stealing.h"

#include <string.h>

#include "base/raw.h"
#include "search/drivers/dfs.h"
#include "search/engine/engine.h"
#include "search/engine/path_replay.h"
#include "search/parallel/rank_partition.h"
#include "search/parallel/rank_stealing.h"
#include "search/parallel/several.h"
#include "search/parallel/worker_group.h"

enum {
    BATCH = 256,        /* entries of the table that a worker asks for at a time */
    LOOK_NS = 10000000, /* between two looks around while it waits */
};

static struct mailbox *own_box(const struct engine *e)
{
    return &e->several->peers->box[e->team.worker];
}

static void ring(struct worker_group *g)
{
    SHARED_ADD(g->bell, 1);
    raw_wake(&g->bell);
}

/* Whether that state is a fault shows on one path only: this worker gives up, and the leader searches alone. */
static void need_one_path(struct engine *e)
{
    SHARED_STORE(e->several->peers->alone, 1);
    engine_halt(e, WIRE_STOPPED);
}

/* --- the table ---------------------------------------------------------------------------------------------------- */

static bool is_growing(struct worker_group *g)
{
    return SHARED_LOAD(g->wanted) != SHARED_LOAD(g->generation);
}

/* The table as it is now; what was left of the room in it is handed out anew. */
static void adopt_table(struct engine *e)
{
    uint32_t now = SHARED_LOAD(e->several->peers->generation);
    if (now == e->several->table_generation)
        return;
    e->several->table_generation = now;
    e->several->table->lines = e->several->peers->lines;
    e->several->table->count = e->several->table->room = 0;
}

/* The rest of a batch. */
static void give_room_back(struct engine *e)
{
    struct visited *table = e->several->table;
    SHARED_ADD(e->several->peers->claimed, table->count - table->room);
    table->room = table->count;
}

/* Not using the table, until the leader has made it grow, or put down what is in it. */
static void park(struct engine *e)
{
    struct worker_group *g = e->several->peers;
    if (is_growing(g))
        give_room_back(e);
    for (uint32_t now; (now = SHARED_LOAD(g->generation)) != SHARED_LOAD(g->wanted);) {
        workers_answer(e);
        SHARED_STORE(own_box(e)->parked, now + 1);
        ring(g);
        raw_wait(&g->generation, now, LOOK_NS);
        e->counters->heartbeat++;
    }
    SHARED_STORE(own_box(e)->parked, 0);
    adopt_table(e);
}

void workers_tick(struct engine *e)
{
    if (is_growing(e->several->peers))
        park(e);
}

/* A batch of entries, if there is still room for some. */
static uint64_t claim_room(struct worker_group *g)
{
    uint64_t most = g->most < g->room ? g->most : g->room, before = SHARED_LOAD(g->claimed), batch;
    do {
        batch = before >= most ? 0 : most - before < BATCH ? most - before : BATCH;
    } while (batch > 0 && !__atomic_compare_exchange_n(&g->claimed, &before, before + batch, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    return batch;
}

/* There is none in this process: some more, perhaps after the table has grown. */
bool workers_more_room(struct engine *e)
{
    struct worker_group *g = e->several->peers;
    bool overflow = e->several->table->count < e->several->table->room; /* there was room, but not in the right place */
    uint32_t now = e->several->table_generation;
    uint64_t batch = overflow || is_growing(g) ? 0 : claim_room(g);
    e->several->table->room += batch;
    if (batch > 0)
        return true;
    if (SHARED_LOAD(g->claimed) >= g->most)
        engine_halt(e, WIRE_LIMIT_STATES);
    if (!e->halted) {
        if (shared_exchange(&g->wanted, now, now + 1)) /* else all are to wait anyway, and then it is tried again */
            SHARED_STORE(g->crowded, 1);
        park(e);
        if (g->full)
            engine_halt(e, WIRE_LIMIT_MEMORY);
    }
    return !e->halted;
}

/* There is no more room for what is to be told to other machines until the leader has done so. False: the search has ended. */
static bool await_message(struct engine *e)
{
    struct worker_group *g = e->several->peers;
    while (!rank_partition_have_room(e) && !e->halted) {
        uint32_t now = SHARED_LOAD(g->generation);
        ring(g);
        if (SHARED_LOAD(g->stop))
            engine_halt(e, WIRE_STOPPED);
        else if (is_growing(g))
            park(e);
        else
            raw_wait(&g->generation, now, LOOK_NS);
        e->counters->heartbeat++;
    }
    return !e->halted;
}

static enum visited_result insert(struct engine *e, enum arrival kind)
{
    enum visited_result result;
    bool tells = e->several->partition.log != NULL;
    if (tells && !rank_partition_have_room(e) && !await_message(e))
        return VISITED_FULL;
    do
        result = visited_insert_shared(&e->visited, e->at.digest);
    while (result == VISITED_FULL && workers_more_room(e));
    if (tells && result == VISITED_NEW)
        rank_partition_note(e, e->at.digest, kind);
    return result;
}

/* --- giving ------------------------------------------------------------------------------------------------------- */

static uint64_t nodes_to_share(const struct engine *e, uint64_t most)
{
    return e->depth < most ? e->depth : most;
}

static bool has_work_to_give(const struct engine *e, uint64_t most)
{
    for (uint64_t d = 0; d < nodes_to_share(e, most); d++)
        if (threadset_any(e->nodes[d].todo))
            return true;
    return false;
}

/* Untried threads of every second node that has any; the first one is given, because most lies below it. */
static void fill(struct engine *e, struct mailbox *b, uint64_t most)
{
    bool give = true;
    for (uint64_t d = 0; d < nodes_to_share(e, most); d++) {
        struct node *n = &e->nodes[d];
        b->todo[d] = NO_THREADS;
        if (!threadset_any(n->todo))
            continue;
        if (give) {
            b->todo[d] = n->todo;
            b->depth = d;
            b->digest = n->mark.digest.lo;
            n->todo = NO_THREADS;
        }
        give = !give;
    }
    memcpy(b->path, e->path, b->depth * sizeof *b->path);
}

/* Of the first `most` nodes, if there is any. */
static void give_to(struct engine *e, struct mailbox *b, uint64_t most)
{
    struct worker_group *g = e->several->peers;
    if (SHARED_LOAD(b->state) != BOX_IDLE || !has_work_to_give(e, most))
        return;
    if (!shared_exchange(&b->state, BOX_IDLE, BOX_FILLING + e->team.worker))
        return;
    SHARED_ADD(g->given, 1);
    SHARED_ADD(g->idle, -1);
    fill(e, b, most);
    SHARED_STORE(b->state, BOX_FULL);
    raw_wake(&b->state);
}

/* In the midst of a transition: nodes[0..depth) are those on the path. */
static void give_work(struct engine *e)
{
    struct worker_group *g = e->several->peers;
    for (unsigned i = 0; i < g->size; i++)
        give_to(e, &g->box[i], WORKERS_PATH);
    if (e->several->partition.log && SHARED_LOAD(g->away.state) == BOX_IDLE) {
        give_to(e, &g->away, rank_stealing_deepest(e));
        ring(g);
    }
}

static void tick(struct engine *e)
{
    workers_tick(e);
    if (SHARED_LOAD(e->several->peers->idle) > 0)
        give_work(e);
}

/* --- taking ------------------------------------------------------------------------------------------------------- */

/* False if there is none, or everybody is to stop. */
static bool wait_for_work(struct engine *e)
{
    struct worker_group *g = e->several->peers;
    struct mailbox *b = own_box(e);
    give_room_back(e);
    SHARED_STORE(b->state, BOX_IDLE);
    SHARED_ADD(g->idle, 1);
    ring(g);
    for (uint32_t state; (state = SHARED_LOAD(b->state)) != BOX_FULL;) {
        if (SHARED_LOAD(g->over) || SHARED_LOAD(g->stop))
            return false;
        if (b->answered != SHARED_LOAD(g->asked)) {
            workers_answer(e);
            ring(g);
        }
        raw_wait(&b->state, state, LOOK_NS);
        e->counters->heartbeat++;
    }
    park(e);
    return true;
}

/* To the end of the path that was given, with its nodes and what is to be tried there. */
static bool take_over(struct engine *e)
{
    struct mailbox *b = own_box(e);
    memcpy(e->path, b->path, b->depth * sizeof *b->path);
    bool there = path_retrace(e, b->depth, b->digest);
    for (uint64_t d = 0; there && d <= b->depth; d++)
        e->nodes[d].todo = b->todo[d];
    SHARED_STORE(b->state, BOX_BUSY);
    return there;
}

static bool begin(struct engine *e)
{
    return dfs_arrive(e, engine_start(e));
}

static void search(struct engine *e)
{
    bool first = e->team.worker == 0 && (!e->several->partition.log || e->config->rank == 0);
    while (!e->halted && (first || wait_for_work(e))) {
        if (first ? begin(e) : take_over(e))
            dfs_from(e, 0, true);
        first = false;
        if (!e->halted)
            engine_check_grown(e); /* who waits for work has nothing to hide */
    }
}

/* --- beginning and end -------------------------------------------------------------------------------------------- */

void workers_steal_work(struct engine *e, unsigned number)
{
    static const struct teamwork in_parts = {.insert = insert, .tick = tick, .one_path = need_one_path};
    if (!workers_join(e, number, &in_parts))
        engine_halt(e, WIRE_LIMIT_MEMORY);
    e->team.often = true;
    e->several->table_generation = e->several->peers->generation;
    e->visited.count = e->visited.room = 0;
    if (!rank_partition_wanted(e))
        e->several->partition.log = NULL;
    e->rounds.most_states = UINT64_MAX;
    e->fuel = TEAM_TICK;
    search(e);
    workers_leave(e, e->halted && !e->grown ? e->verdict : WIRE_NO_VERDICT, e->halted);
}
