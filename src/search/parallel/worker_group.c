/* worker_group.c - the leader and its workers, as far as all modes need them (worker_group.h). */
#include "search/parallel/worker_group.h"

#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "base/raw.h"
#include "base/reserve.h"
#include "search/engine/limits.h"
#include "search/parallel/record_writer.h"
#include "search/parallel/several.h"

enum {
    LOOK_NS = 20000000,  /* between two looks around */
    SOON_NS = 100000,    /* while workers are waited for, who ring when they are ready */
    MOST_RESTARTS = 100, /* because more proved to be visible; then one process finds out about it sooner */
};

bool workers_possible(const struct engine *e)
{
    bool several = e->config->jobs > 1 || e->config->checkpoint_milliseconds || e->config->ranks > 1;
    bool wanted = several && e->report->workers && e->counters->restarts < MOST_RESTARTS;
    return wanted && lts_divides(e->lts);
}

bool workers_takes(const struct search *s)
{
    return s->is->takes_jobs && s->is->depth_first && !s->is->composite;
}

/* --- beginning ---------------------------------------------------------------------------------------------------- */

static void *shared(size_t bytes)
{
    return reserve_shared(&bytes, bytes);
}

static bool open_box(struct mailbox *b)
{
    b->path = b->path ? b->path : shared(WORKERS_PATH * sizeof *b->path);
    b->todo = b->todo ? b->todo : shared(WORKERS_PATH * sizeof *b->todo);
    return b->path && b->todo;
}

/* Memory is kept from one search to the next. */
static struct worker_group *open(struct engine *e)
{
    struct worker_group *g = e->several->lead = e->several->lead ? e->several->lead : shared(sizeof *g);
    if (!g)
        return NULL;
    if (!g->knowledge) {
        g->knowledge_room = reserve_machine() / 4;
        g->knowledge = reserve_shared(&g->knowledge_room, 1 << 20);
    }
    if (!g->halfway && (e->config->checkpoint_milliseconds || e->config->ranks > 1)) {
        g->halfway_room = reserve_machine() / 4;
        g->halfway = reserve_shared(&g->halfway_room, 1 << 20);
    }
    bool ready = g->knowledge && (e->config->ranks <= 1 || open_box(&g->away));
    for (unsigned i = 0; i < e->config->jobs; i++)
        ready &= open_box(&g->box[i]);
    return ready ? g : NULL;
}

static void close_box(struct mailbox *b)
{
    reserve_release(b->path, WORKERS_PATH * sizeof *b->path);
    reserve_release(b->todo, WORKERS_PATH * sizeof *b->todo);
}

void workers_close(struct engine *e)
{
    struct worker_group *g = e->several->lead;
    if (!g)
        return;
    for (unsigned i = 0; i < WORKERS_MOST; i++)
        close_box(&g->box[i]);
    close_box(&g->away);
    reserve_release(g->knowledge, g->knowledge_room);
    reserve_release(g->halfway, g->halfway_room);
    reserve_release(g, sizeof *g);
}

static void clear(struct engine *e, struct worker_group *g)
{
    uint64_t most = e->config->max_states, earlier = e->counters->earlier;
    g->idle = g->stop = g->over = g->grown = g->alone = g->lock = 0;
    g->wanted = g->generation = g->crowded = g->asked = g->served = g->silent = 0;
    g->lines = e->several->table ? e->several->table->lines : 0;
    g->room = e->several->table ? e->several->table->room : 0;
    g->most = most == 0 ? UINT64_MAX : most > earlier ? most - earlier : 1;
    g->full = false;
    g->claimed = e->several->table ? e->several->table->count : 0;
    g->faults = *e->faults;
    g->knowledge_used = 0;
    g->away = (struct mailbox){.path = g->away.path, .todo = g->away.todo};
    g->halfway_part = g->halfway_room / e->config->jobs & ~(size_t)63;
    for (unsigned i = 0; i < WORKERS_MOST; i++) {
        struct mailbox *b = &g->box[i];
        *b = (struct mailbox){.path = b->path, .todo = b->todo};
        e->report->workers[i] = (struct wire_worker){0};
    }
}

/* One more worker. False: there cannot be one. */
static bool add(struct engine *e, void (*work)(struct engine *e, unsigned number))
{
    struct worker_group *g = e->several->lead;
    unsigned i = g->size;
    long pid = raw_fork();
    if (pid == 0)
        work(e, i);
    if (pid < 0)
        return false;
    g->box[i].pid = pid;
    SHARED_STORE(e->report->workers[i].pid, (uint32_t)pid);
    SHARED_STORE(g->size, i + 1);
    return true;
}

/* There may be fewer than were asked for. */
static void fork_workers(struct engine *e, struct worker_group *g, const struct group_callbacks *v)
{
    g->size = g->complete = 0;
    while (g->size < e->config->jobs && add(e, v->work))
        ;
    SHARED_STORE(g->complete, 1);
    raw_wake(&g->complete);
}

/* --- watching ----------------------------------------------------------------------------------------------------- */

/* Locks and answers of a dead worker, for which others wait. */
static void clear_up(struct worker_group *g, unsigned dead)
{
    shared_exchange(&g->lock, dead + 1, 0);
    for (unsigned i = 0; i < g->size; i++)
        if (shared_exchange(&g->box[i].state, BOX_FILLING + dead, BOX_IDLE))
            SHARED_ADD(g->idle, 1);
}

/* Whose processes are no more; they stay what they are until the end, so that their numbers are not used again. Who has said that it is
 * gone has nothing left to do but to exit: that is waited for, and not looked for again after a while. */
static bool look_for_deaths(struct engine *e, struct worker_group *g)
{
    bool alive = false;
    for (unsigned i = 0; i < g->size; i++) {
        struct mailbox *b = &g->box[i];
        siginfo_t info = {0};
        if (b->dead)
            continue;
        long now = SHARED_LOAD(b->state) == BOX_GONE ? 0 : WNOHANG;
        long result = raw_syscall(SYS_waitid, P_PID, b->pid, (long)&info, WEXITED | now | WNOWAIT, 0, 0);
        if (result == 0 && info.si_pid == 0) {
            alive = true;
            continue;
        }
        b->dead = true;
        if (info.si_code == CLD_EXITED && info.si_status != 0 && !e->halted)
            engine_halt(e, WIRE_REFUSED); /* it has left a note: the checker itself has failed */
        SHARED_STORE(e->report->workers[i].pid, 0);
        clear_up(g, i);
    }
    return alive;
}

/* False when all have gone. */
static bool watch(struct engine *e, struct worker_group *g, const struct group_callbacks *v)
{
    bool alive = look_for_deaths(e, g);
    v->watch(e, g);
    if (!e->halted)
        engine_tick(e);
    if (e->halted)
        SHARED_STORE(g->stop, 1);
    for (unsigned i = 0; i < g->size && (SHARED_LOAD(g->over) || SHARED_LOAD(g->stop)); i++)
        raw_wake(&g->box[i].state);
    return alive;
}

/* --- the table ---------------------------------------------------------------------------------------------------- */

static bool nobody_uses_the_table(struct worker_group *g)
{
    for (unsigned i = 0; i < g->size; i++) {
        struct mailbox *b = &g->box[i];
        uint32_t state = SHARED_LOAD(b->state);
        if (!b->dead && state != BOX_GONE && state != BOX_IDLE && SHARED_LOAD(b->parked) != g->generation + 1)
            return false;
    }
    return true;
}

/* Workers have given back what they had not used of what was handed out to them. */
bool workers_open_table(struct worker_group *g, struct visited *v, uint64_t entries)
{
    v->count = g->claimed;
    v->room = g->room;
    while (v->count + entries > v->room)
        if (!visited_grow_shared(v))
            return false;
    return true;
}

void workers_close_table(struct worker_group *g, const struct visited *v)
{
    g->lines = v->lines;
    g->room = v->room;
    SHARED_STORE(g->claimed, v->count);
}

static void grow_table(struct engine *e, struct worker_group *g)
{
    g->full = !visited_grow_shared(e->several->table);
    g->crowded = 0;
    workers_close_table(g, e->several->table);
}

static bool all_have_answered(struct worker_group *g)
{
    for (unsigned i = 0; i < g->size; i++)
        if (g->box[i].dead || SHARED_LOAD(g->box[i].state) == BOX_GONE || SHARED_LOAD(g->box[i].answered) != g->asked)
            return false;
    return true;
}

/* Should somebody have begun to wait before it can see the question, there is no answer, and it is put again. */
void workers_ask(struct worker_group *g)
{
    if (SHARED_LOAD(g->wanted) != g->generation)
        return; /* they are about to wait anyway, and would not see it */
    SHARED_STORE(g->asked, g->asked + 1);
    SHARED_STORE(g->wanted, g->generation + 1);
    for (unsigned i = 0; i < g->size; i++)
        if (SHARED_LOAD(g->box[i].state) == BOX_IDLE)
            raw_wake(&g->box[i].state);
}

/* Workers that wait for work are told to answer, too. */
static bool somebody_is_about_to_answer(struct worker_group *g)
{
    for (unsigned i = 0; i < g->size; i++)
        if (!g->box[i].dead && SHARED_LOAD(g->box[i].state) == BOX_IDLE && SHARED_LOAD(g->box[i].answered) != g->asked)
            return true;
    return false;
}

void workers_rest(struct engine *e, struct worker_group *g, const struct group_callbacks *v)
{
    if (SHARED_LOAD(g->wanted) == g->generation || !nobody_uses_the_table(g))
        return;
    if (v->at_rest && g->served != g->asked && !SHARED_LOAD(g->stop) && somebody_is_about_to_answer(g))
        return;
    if (v->at_rest && g->served != g->asked && all_have_answered(g))
        v->at_rest(e, g);
    g->served = g->asked; /* what somebody has told for it is not up to date later */
    if (SHARED_LOAD(g->crowded))
        grow_table(e, g);
    SHARED_STORE(g->generation, g->wanted);
    raw_wake(&g->generation);
}

bool workers_are_idle(struct worker_group *g)
{
    uint32_t given = SHARED_LOAD(g->given);
    for (unsigned i = 0; i < g->size; i++)
        if (!g->box[i].dead && SHARED_LOAD(g->box[i].state) != BOX_IDLE)
            return false;
    return SHARED_LOAD(g->given) == given;
}

/* --- adding up ---------------------------------------------------------------------------------------------------- */

#define COUNTER(name) (offsetof(struct wire_counters, name) / sizeof(uint64_t))
static const uint8_t added[] = {
    COUNTER(states), COUNTER(transitions), COUNTER(revisits), COUNTER(foreseen), COUNTER(steps), COUNTER(end_states),
    COUNTER(overtaking), COUNTER(deadlocks), COUNTER(assumed), COUNTER(replayed), COUNTER(path_bytes), COUNTER(again),
    COUNTER(left_early), COUNTER(filtered), COUNTER(jumps), COUNTER(jump_levels),
};
static const uint8_t largest[] = {COUNTER(depth), COUNTER(max_depth), COUNTER(run), COUNTER(longest_jump)};

void workers_count(struct engine *e, unsigned from, unsigned to)
{
    uint64_t *all = (uint64_t *)e->counters;
    const uint64_t *before = (const uint64_t *)&e->several->before;
    for (unsigned i = 0; i < sizeof added; i++) {
        uint64_t sum = before[added[i]];
        for (unsigned w = from; w < to; w++)
            sum += ((const uint64_t *)&e->report->workers[w].counters)[added[i]];
        all[added[i]] = sum;
    }
    for (unsigned i = 0; i < sizeof largest; i++) {
        uint64_t most = before[largest[i]];
        for (unsigned w = from; w < to; w++) {
            uint64_t one = ((const uint64_t *)&e->report->workers[w].counters)[largest[i]];
            most = one > most ? one : most;
        }
        all[largest[i]] = most;
    }
}

void workers_put_knowledge(const struct worker_group *g, bool in_the_end, struct record_writer *p)
{
    for (unsigned i = 0; i < g->size; i++) {
        const struct mailbox *b = &g->box[i];
        const char *told = in_the_end ? g->knowledge + b->told : g->halfway + b->so_far;
        size_t bytes = in_the_end ? b->told_bytes : b->so_far_bytes;
        p->failed |= bytes == 0;
        record_writer_part(p);
        record_writer_put(p, RECORD_KNOWLEDGE, told, 1, bytes ? bytes : 1);
    }
}

/* --- the end ------------------------------------------------------------------------------------------------------ */

static void reap(const struct worker_group *g)
{
    for (unsigned i = 0; i < g->size; i++)
        raw_syscall(SYS_wait4, g->box[i].pid, 0, 0, 0, 0, 0);
}

static void learn(struct engine *e)
{
    const struct worker_group *g = e->several->lead;
    for (unsigned i = 0; i < g->size; i++)
        if (g->box[i].told_bytes > 0)
            e->lts->sharing->learn(e->lts->self, g->knowledge + g->box[i].told, g->box[i].told_bytes);
}

/* By what all know together, or by what the others need not know, but each of them has to start over with. */
bool workers_starts_over(struct engine *e)
{
    learn(e);
    engine_check_grown(e);
    if (!e->grown && e->several->lead->grown)
        engine_start_over(e);
    return e->grown;
}

enum wire_verdict workers_reason(const struct worker_group *g, bool is_bug)
{
    for (unsigned i = 0; i < g->size; i++) {
        uint32_t v = g->box[i].verdict;
        if (v != WIRE_NO_VERDICT && v != WIRE_STOPPED && (v == WIRE_BUG || v == WIRE_REFUSED) == is_bug)
            return (enum wire_verdict)v;
    }
    return WIRE_NO_VERDICT;
}

bool workers_has_lost(const struct worker_group *g)
{
    for (unsigned i = 0; i < g->size; i++)
        if (g->box[i].state != BOX_GONE)
            return true;
    return false;
}

/* Until the next look around. */
static uint64_t pause_of(const struct engine *e, const struct group_callbacks *v)
{
    uint64_t now = raw_nanoseconds(), due = v->due ? v->due(e) : UINT64_MAX;
    return due <= now ? SOON_NS : due - now < LOOK_NS ? due - now : LOOK_NS;
}

void workers_lead(struct engine *e, const struct group_callbacks *v, struct visited *table)
{
    e->several->table = table;
    struct worker_group *g = open(e);
    if (!g) {
        engine_halt(e, WIRE_LIMIT_MEMORY);
        return;
    }
    clear(e, g);
    *e->report->path_count = 0;
    fork_workers(e, g, v);
    for (uint32_t bell = SHARED_LOAD(g->bell); watch(e, g, v); bell = SHARED_LOAD(g->bell))
        raw_wait(&g->bell, bell, pause_of(e, v));
    reap(g);
    *e->faults = g->faults;
    v->conclude(e, g);
}

/* --- a worker ----------------------------------------------------------------------------------------------------- */

/* The leader's path, which the tool can see. */
static struct {
    struct wire_decision *at;
    uint64_t *count;
} shown;

const struct teamwork workers_apart = {0};

bool workers_join(struct engine *e, unsigned number, const struct teamwork *as)
{
    static struct search_report report; /* what is the worker's own from now on */
    static uint64_t path_count;
    size_t bytes = e->max_nodes * sizeof *e->path;
    report = *e->report;
    shown.at = report.path;
    shown.count = report.path_count;
    report.counters = &report.workers[number].counters;
    report.path = reserve(&bytes, bytes);
    report.path_count = &path_count;
    report.stop = &e->several->lead->stop;
    report.phase = NULL;
    report.forget = NULL; /* that is for the leader */
    struct worker_group *g = e->several->peers = e->several->lead;
    e->team.as = as;
    e->team.worker = number;
    e->team.workers = &g->size;
    e->team.lock = (struct lock){&g->lock, number + 1};
    e->report = &report;
    e->counters = report.counters;
    e->path = report.path;
    e->faults = &g->faults;
    rng_seed(&e->rng, e->config->seed + number);
    return e->path != NULL;
}

void workers_await_all(struct engine *e)
{
    struct worker_group *g = e->several->peers;
    while (!SHARED_LOAD(g->complete))
        raw_wait(&g->complete, 0, LOOK_NS);
}

/* Each has its own part of the memory for it, and what it has told there before stays as long as there is nothing else to tell. */
void workers_answer(struct engine *e)
{
    struct worker_group *g = e->several->peers;
    struct mailbox *b = &g->box[e->team.worker];
    uint32_t asked = SHARED_LOAD(g->asked);
    if (b->answered == asked)
        return;
    uint64_t now = e->lts->sharing->found_out(e->lts->self);
    if (!SHARED_LOAD(g->silent) && (b->so_far_bytes == 0 || b->found_out != now)) {
        b->so_far = e->team.worker * g->halfway_part;
        b->so_far_bytes = e->lts->sharing->tell(e->lts->self, g->halfway + b->so_far, g->halfway_part);
        b->found_out = now;
    }
    SHARED_STORE(b->answered, asked);
}

/* Knowledge of the program that it has found out. False: there is no room for it. */
static bool tell(struct engine *e)
{
    struct worker_group *g = e->several->peers;
    struct mailbox *b = &g->box[e->team.worker];
    lock_take(&e->team.lock);
    b->told = g->knowledge_used;
    b->told_bytes = e->lts->sharing->tell(e->lts->self, g->knowledge + b->told, g->knowledge_room - b->told);
    g->knowledge_used += b->told_bytes;
    lock_give(&e->team.lock);
    return b->told_bytes > 0;
}

/* The longest of the paths on which workers were stopped, so that it can be looked at. */
static void show_path(struct engine *e)
{
    lock_take(&e->team.lock);
    if (e->depth > *shown.count) {
        memcpy(shown.at, e->path, e->depth * sizeof *e->path);
        *shown.count = e->depth;
    }
    lock_give(&e->team.lock);
}

void workers_leave(struct engine *e, enum wire_verdict verdict, bool stops_all)
{
    struct worker_group *g = e->several->peers;
    struct mailbox *b = &g->box[e->team.worker];
    engine_count(e);
    if (e->halted && !e->grown)
        show_path(e);
    bool relied_on = e->reducing.facts || e->config->ranks > 1; /* others may have gone by what it has published */
    bool tells = e->grown || !e->halted || relied_on;
    if (tells && !tell(e)) {
        verdict = WIRE_LIMIT_MEMORY;
        stops_all = true;
    } else if (e->grown) {
        SHARED_STORE(g->grown, 1);
    }
    if (stops_all)
        SHARED_STORE(g->stop, 1);
    b->verdict = verdict;
    b->on_runs = e->on_runs;
    SHARED_STORE(b->state, BOX_GONE);
    SHARED_ADD(g->bell, 1);
    raw_wake(&g->bell);
    raw_exit(0);
}
