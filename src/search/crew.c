/* crew.c - the leader of a crew: crew.h says what it is for. */
#include "search/crew.h"

#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "base/raw.h"
#include "base/reserve.h"
#include "search/engine.h"

enum { LOOK_NS = 20000000 }; /* between two looks around */

bool crew_fits(const struct engine *e)
{
    const struct lts *l = e->lts;
    return e->config->jobs > 1 && e->report->workers && l->tell && l->learn && (!l->divides || l->divides(l->self));
}

/* --- beginning ---------------------------------------------------------------------------------------------------- */

static void *shared(size_t bytes)
{
    return reserve_shared(&bytes, bytes);
}

/* Memory is kept from one search to the next. */
static struct crew *open(struct engine *e)
{
    struct crew *c = e->lead = e->lead ? e->lead : shared(sizeof *c);
    if (!c)
        return NULL;
    if (!c->knowledge) {
        c->knowledge_room = reserve_machine() / 4;
        c->knowledge = reserve_shared(&c->knowledge_room, 1 << 20);
    }
    bool ready = c->knowledge != NULL;
    for (unsigned i = 0; i < e->config->jobs; i++) {
        struct box *b = &c->box[i];
        b->path = b->path ? b->path : shared(CREW_PATH * sizeof *b->path);
        b->todo = b->todo ? b->todo : shared(CREW_PATH * sizeof *b->todo);
        ready &= b->path && b->todo;
    }
    return ready ? c : NULL;
}

void crew_close(struct engine *e)
{
    struct crew *c = e->lead;
    if (!c)
        return;
    for (unsigned i = 0; i < CREW_MOST; i++) {
        reserve_release(c->box[i].path, CREW_PATH * sizeof *c->box[i].path);
        reserve_release(c->box[i].todo, CREW_PATH * sizeof *c->box[i].todo);
    }
    reserve_release(c->knowledge, c->knowledge_room);
    reserve_release(c, sizeof *c);
}

static void clear(struct engine *e, struct crew *c)
{
    uint64_t most = e->config->max_states, earlier = e->counters->earlier;
    c->hungry = c->stop = c->over = c->grown = c->alone = c->lock = 0;
    c->wanted = c->generation = 0;
    c->lines = e->visited.lines;
    c->room = e->visited.room;
    c->most = most == 0 ? UINT64_MAX : most > earlier ? most - earlier : 1;
    c->full = false;
    c->claimed = 0;
    c->faults = *e->faults;
    c->knowledge_used = 0;
    for (unsigned i = 0; i < e->config->jobs; i++) {
        struct box *b = &c->box[i];
        *b = (struct box){.path = b->path, .todo = b->todo};
        e->report->workers[i] = (struct wire_worker){0};
    }
}

static void fork_workers(struct engine *e, struct crew *c)
{
    c->size = 0;
    for (unsigned i = 0; i < e->config->jobs; i++) {
        long pid = raw_fork();
        if (pid == 0)
            crew_work(e, i);
        if (pid < 0)
            return; /* there are fewer, then */
        c->box[i].pid = pid;
        CREW_STORE(e->report->workers[i].pid, (uint32_t)pid);
        CREW_STORE(c->size, i + 1);
    }
}

/* --- watching ----------------------------------------------------------------------------------------------------- */

/* What a worker was about to do that others wait for. */
static void clear_up(struct crew *c, unsigned dead)
{
    crew_exchange(&c->lock, dead + 1, 0);
    for (unsigned i = 0; i < c->size; i++)
        if (crew_exchange(&c->box[i].state, BOX_FILLING + dead, BOX_HUNGRY))
            CREW_ADD(c->hungry, 1);
}

/* Whose processes are no more; they stay what they are until the end, so that their numbers are not used again. */
static bool look_for_deaths(struct engine *e, struct crew *c)
{
    bool alive = false;
    for (unsigned i = 0; i < c->size; i++) {
        struct box *b = &c->box[i];
        siginfo_t info = {0};
        if (b->dead)
            continue;
        long result = raw_syscall(SYS_waitid, P_PID, b->pid, (long)&info, WEXITED | WNOHANG | WNOWAIT, 0, 0);
        if (result == 0 && info.si_pid == 0) {
            alive = true;
            continue;
        }
        b->dead = true;
        if (info.si_code == CLD_EXITED && info.si_status != 0 && !e->halted)
            engine_halt(e, WIRE_REFUSED); /* it has left a note: the checker itself has failed */
        CREW_STORE(e->report->workers[i].pid, 0);
        clear_up(c, i);
    }
    return alive;
}

static bool nobody_uses_the_table(struct crew *c)
{
    for (unsigned i = 0; i < c->size; i++) {
        struct box *b = &c->box[i];
        uint32_t state = CREW_LOAD(b->state);
        if (!b->dead && state != BOX_GONE && state != BOX_HUNGRY && CREW_LOAD(b->parked) != c->generation + 1)
            return false;
    }
    return true;
}

static void grow_table(struct engine *e, struct crew *c)
{
    if (CREW_LOAD(c->wanted) == c->generation || !nobody_uses_the_table(c))
        return;
    c->full = !visited_grow_shared(&e->visited);
    c->lines = e->visited.lines;
    c->room = e->visited.room;
    CREW_STORE(c->claimed, e->visited.count);
    CREW_STORE(c->generation, c->wanted);
    raw_wake(&c->generation);
}

/* Nobody has work, and none was given while that was looked at. */
static bool all_are_hungry(struct crew *c)
{
    uint32_t given = CREW_LOAD(c->given);
    for (unsigned i = 0; i < c->size; i++)
        if (!c->box[i].dead && CREW_LOAD(c->box[i].state) != BOX_HUNGRY)
            return false;
    return CREW_LOAD(c->given) == given;
}

static void add_up(struct engine *e, const struct crew *c)
{
    struct wire_counters sum = {0}, *all = e->counters;
    for (unsigned i = 0; i < c->size; i++) {
        const struct wire_counters *one = &e->report->workers[i].counters;
        sum.states += one->states;
        sum.transitions += one->transitions;
        sum.revisits += one->revisits;
        sum.foreseen += one->foreseen;
        sum.steps += one->steps;
        sum.end_states += one->end_states;
        sum.deadlocks += one->deadlocks;
        sum.assumed += one->assumed;
        sum.replayed += one->replayed;
        sum.path_bytes += one->path_bytes;
        sum.depth = one->depth > sum.depth ? one->depth : sum.depth;
        sum.max_depth = one->max_depth > sum.max_depth ? one->max_depth : sum.max_depth;
    }
    all->states = sum.states;
    all->transitions = sum.transitions;
    all->revisits = sum.revisits;
    all->foreseen = sum.foreseen;
    all->steps = sum.steps;
    all->end_states = sum.end_states;
    all->deadlocks = sum.deadlocks;
    all->assumed = sum.assumed;
    all->replayed = sum.replayed;
    all->path_bytes = sum.path_bytes;
    all->depth = sum.depth;
    all->max_depth = sum.max_depth;
}

/* False when all have gone. */
static bool watch(struct engine *e, struct crew *c)
{
    bool alive = look_for_deaths(e, c);
    if (!e->halted)
        engine_tick(e);
    add_up(e, c);
    if (e->halted)
        CREW_STORE(c->stop, 1);
    grow_table(e, c);
    if (all_are_hungry(c))
        CREW_STORE(c->over, 1);
    for (unsigned i = 0; i < c->size && (CREW_LOAD(c->over) || CREW_LOAD(c->stop)); i++)
        raw_wake(&c->box[i].state);
    return alive;
}

/* --- the end ------------------------------------------------------------------------------------------------------ */

static void reap(const struct crew *c)
{
    for (unsigned i = 0; i < c->size; i++)
        raw_syscall(SYS_wait4, c->box[i].pid, 0, 0, 0, 0, 0);
}

/* What all of them have found out. */
static void learn(struct engine *e, const struct crew *c)
{
    for (unsigned i = 0; i < c->size; i++)
        if (c->box[i].told_bytes > 0)
            e->lts->learn(e->lts->self, c->knowledge + c->box[i].told, c->box[i].told_bytes);
}

static bool somebody_is_lost(const struct crew *c)
{
    for (unsigned i = 0; i < c->size; i++)
        if (c->box[i].state != BOX_GONE)
            return true;
    return false;
}

/* Why the first one of them that has a reason has ended. */
static enum wire_verdict reason(const struct crew *c, bool is_bug)
{
    for (unsigned i = 0; i < c->size; i++) {
        uint32_t v = c->box[i].verdict;
        if (v != WIRE_NO_VERDICT && v != WIRE_STOPPED && (v == WIRE_BUG || v == WIRE_REFUSED) == is_bug)
            return (enum wire_verdict)v;
    }
    return WIRE_NO_VERDICT;
}

/* A bug counts whatever else has happened: the decisions that lead to it are known. */
static void conclude(struct engine *e, struct crew *c)
{
    enum wire_verdict bug = reason(c, true), limit = reason(c, false);
    *e->faults = c->faults;
    for (unsigned i = 0; i < c->size; i++)
        e->on_runs += c->box[i].on_runs;
    if (e->halted)
        return;
    if (bug != WIRE_NO_VERDICT) {
        engine_halt(e, bug);
    } else if (c->alone || c->size == 0) {
        search_alone(e);
    } else {
        learn(e, c);
        engine_check_grown(e);
        if (e->grown)
            return;
        if (c->grown) /* by what the others need not know, but each of them has to start over with */
            engine_start_over(e);
        else if (limit != WIRE_NO_VERDICT)
            engine_halt(e, limit);
        else if (somebody_is_lost(c))
            engine_halt(e, WIRE_WORKER_LOST);
    }
}

void crew_run(struct engine *e)
{
    struct crew *c = open(e);
    if (!c) {
        engine_halt(e, WIRE_LIMIT_MEMORY);
        return;
    }
    clear(e, c);
    fork_workers(e, c);
    for (uint32_t bell = CREW_LOAD(c->bell); watch(e, c); bell = CREW_LOAD(c->bell))
        raw_wait(&c->bell, bell, LOOK_NS);
    reap(c);
    conclude(e, c);
}
