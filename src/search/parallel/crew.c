/* crew.c - what a leader and its workers do whatever they have set out for: crew.h says what that may be. */
#include "search/parallel/crew.h"

#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "base/raw.h"
#include "base/reserve.h"
#include "search/engine/limits.h"
#include "search/parallel/packing.h"
#include "search/parallel/several.h"

enum {
    LOOK_NS = 20000000,  /* between two looks around */
    SOON_NS = 100000,    /* while workers are waited for, who ring when they are ready */
    MOST_RESTARTS = 100, /* because more proved to be visible; then one process finds out about it sooner */
};

bool crew_possible(const struct engine *e)
{
    bool several = e->config->jobs > 1 || e->config->checkpoint_milliseconds || e->config->ranks > 1;
    bool wanted = several && e->report->workers && e->counters->restarts < MOST_RESTARTS;
    return wanted && lts_divides(e->lts);
}

bool crew_takes(const struct search *s)
{
    return s->is->takes_jobs && s->is->depth_first && !s->is->composite;
}

/* --- beginning ---------------------------------------------------------------------------------------------------- */

static void *shared(size_t bytes)
{
    return reserve_shared(&bytes, bytes);
}

static bool open_box(struct box *b)
{
    b->path = b->path ? b->path : shared(CREW_PATH * sizeof *b->path);
    b->todo = b->todo ? b->todo : shared(CREW_PATH * sizeof *b->todo);
    return b->path && b->todo;
}

/* Memory is kept from one search to the next. */
static struct crew *open(struct engine *e)
{
    struct crew *c = e->several->lead = e->several->lead ? e->several->lead : shared(sizeof *c);
    if (!c)
        return NULL;
    if (!c->knowledge) {
        c->knowledge_room = reserve_machine() / 4;
        c->knowledge = reserve_shared(&c->knowledge_room, 1 << 20);
    }
    if (!c->halfway && (e->config->checkpoint_milliseconds || e->config->ranks > 1)) {
        c->halfway_room = reserve_machine() / 4;
        c->halfway = reserve_shared(&c->halfway_room, 1 << 20);
    }
    bool ready = c->knowledge && (e->config->ranks <= 1 || open_box(&c->away));
    for (unsigned i = 0; i < e->config->jobs; i++)
        ready &= open_box(&c->box[i]);
    return ready ? c : NULL;
}

static void close_box(struct box *b)
{
    reserve_release(b->path, CREW_PATH * sizeof *b->path);
    reserve_release(b->todo, CREW_PATH * sizeof *b->todo);
}

void crew_close(struct engine *e)
{
    struct crew *c = e->several->lead;
    if (!c)
        return;
    for (unsigned i = 0; i < CREW_MOST; i++)
        close_box(&c->box[i]);
    close_box(&c->away);
    reserve_release(c->knowledge, c->knowledge_room);
    reserve_release(c->halfway, c->halfway_room);
    reserve_release(c, sizeof *c);
}

static void clear(struct engine *e, struct crew *c)
{
    uint64_t most = e->config->max_states, earlier = e->counters->earlier;
    c->hungry = c->stop = c->over = c->grown = c->alone = c->lock = 0;
    c->wanted = c->generation = c->crowded = c->asked = c->served = c->silent = 0;
    c->lines = e->several->table ? e->several->table->lines : 0;
    c->room = e->several->table ? e->several->table->room : 0;
    c->most = most == 0 ? UINT64_MAX : most > earlier ? most - earlier : 1;
    c->full = false;
    c->claimed = e->several->table ? e->several->table->count : 0;
    c->faults = *e->faults;
    c->knowledge_used = 0;
    c->away = (struct box){.path = c->away.path, .todo = c->away.todo};
    c->halfway_part = c->halfway_room / e->config->jobs & ~(size_t)63;
    for (unsigned i = 0; i < CREW_MOST; i++) {
        struct box *b = &c->box[i];
        *b = (struct box){.path = b->path, .todo = b->todo};
        e->report->workers[i] = (struct wire_worker){0};
    }
}

bool crew_add(struct engine *e, void (*work)(struct engine *e, unsigned number))
{
    struct crew *c = e->several->lead;
    unsigned i = c->size;
    long pid = raw_fork();
    if (pid == 0)
        work(e, i);
    if (pid < 0)
        return false;
    c->box[i].pid = pid;
    SHARED_STORE(e->report->workers[i].pid, (uint32_t)pid);
    SHARED_STORE(c->size, i + 1);
    return true;
}

/* There may be fewer than were asked for. */
static void fork_workers(struct engine *e, struct crew *c, const struct venture *v)
{
    c->size = c->complete = 0;
    while (c->size < e->config->jobs && crew_add(e, v->work))
        ;
    SHARED_STORE(c->complete, 1);
    raw_wake(&c->complete);
}

/* --- watching ----------------------------------------------------------------------------------------------------- */

/* What a worker was about to do that others wait for. */
static void clear_up(struct crew *c, unsigned dead)
{
    shared_exchange(&c->lock, dead + 1, 0);
    for (unsigned i = 0; i < c->size; i++)
        if (shared_exchange(&c->box[i].state, BOX_FILLING + dead, BOX_HUNGRY))
            SHARED_ADD(c->hungry, 1);
}

/* Whose processes are no more; they stay what they are until the end, so that their numbers are not used again. Who has said that it is
 * gone has nothing left to do but to exit: that is waited for, and not looked for again after a while. */
static bool look_for_deaths(struct engine *e, struct crew *c)
{
    bool alive = false;
    for (unsigned i = 0; i < c->size; i++) {
        struct box *b = &c->box[i];
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
        clear_up(c, i);
    }
    return alive;
}

/* False when all have gone. */
static bool watch(struct engine *e, struct crew *c, const struct venture *v)
{
    bool alive = look_for_deaths(e, c);
    v->watch(e, c);
    if (!e->halted)
        engine_tick(e);
    if (e->halted)
        SHARED_STORE(c->stop, 1);
    for (unsigned i = 0; i < c->size && (SHARED_LOAD(c->over) || SHARED_LOAD(c->stop)); i++)
        raw_wake(&c->box[i].state);
    return alive;
}

/* --- the table ---------------------------------------------------------------------------------------------------- */

static bool nobody_uses_the_table(struct crew *c)
{
    for (unsigned i = 0; i < c->size; i++) {
        struct box *b = &c->box[i];
        uint32_t state = SHARED_LOAD(b->state);
        if (!b->dead && state != BOX_GONE && state != BOX_HUNGRY && SHARED_LOAD(b->parked) != c->generation + 1)
            return false;
    }
    return true;
}

/* Of what was handed out to workers they have given back what they had not used. */
bool crew_open_table(struct crew *c, struct visited *v, uint64_t entries)
{
    v->count = c->claimed;
    v->room = c->room;
    while (v->count + entries > v->room)
        if (!visited_grow_shared(v))
            return false;
    return true;
}

void crew_close_table(struct crew *c, const struct visited *v)
{
    c->lines = v->lines;
    c->room = v->room;
    SHARED_STORE(c->claimed, v->count);
}

static void grow_table(struct engine *e, struct crew *c)
{
    c->full = !visited_grow_shared(e->several->table);
    c->crowded = 0;
    crew_close_table(c, e->several->table);
}

static bool all_have_answered(struct crew *c)
{
    for (unsigned i = 0; i < c->size; i++)
        if (c->box[i].dead || SHARED_LOAD(c->box[i].state) == BOX_GONE || SHARED_LOAD(c->box[i].answered) != c->asked)
            return false;
    return true;
}

/* Should somebody have begun to wait before it can see the question, there is no answer, and it is put again. */
void crew_ask(struct crew *c)
{
    if (SHARED_LOAD(c->wanted) != c->generation)
        return; /* they are about to wait anyway, and would not see it */
    SHARED_STORE(c->asked, c->asked + 1);
    SHARED_STORE(c->wanted, c->generation + 1);
    for (unsigned i = 0; i < c->size; i++)
        if (SHARED_LOAD(c->box[i].state) == BOX_HUNGRY)
            raw_wake(&c->box[i].state);
}

/* Who waits for work is told to answer, too. */
static bool somebody_is_about_to_answer(struct crew *c)
{
    for (unsigned i = 0; i < c->size; i++)
        if (!c->box[i].dead && SHARED_LOAD(c->box[i].state) == BOX_HUNGRY && SHARED_LOAD(c->box[i].answered) != c->asked)
            return true;
    return false;
}

void crew_rest(struct engine *e, struct crew *c, const struct venture *v)
{
    if (SHARED_LOAD(c->wanted) == c->generation || !nobody_uses_the_table(c))
        return;
    if (v->at_rest && c->served != c->asked && !SHARED_LOAD(c->stop) && somebody_is_about_to_answer(c))
        return;
    if (v->at_rest && c->served != c->asked && all_have_answered(c))
        v->at_rest(e, c);
    c->served = c->asked; /* what somebody has told for it is not up to date later */
    if (SHARED_LOAD(c->crowded))
        grow_table(e, c);
    SHARED_STORE(c->generation, c->wanted);
    raw_wake(&c->generation);
}

bool crew_is_hungry(struct crew *c)
{
    uint32_t given = SHARED_LOAD(c->given);
    for (unsigned i = 0; i < c->size; i++)
        if (!c->box[i].dead && SHARED_LOAD(c->box[i].state) != BOX_HUNGRY)
            return false;
    return SHARED_LOAD(c->given) == given;
}

/* --- adding up ---------------------------------------------------------------------------------------------------- */

#define COUNTER(name) (offsetof(struct wire_counters, name) / sizeof(uint64_t))
static const uint8_t added[] = {
    COUNTER(states), COUNTER(transitions), COUNTER(revisits), COUNTER(foreseen), COUNTER(steps), COUNTER(end_states),
    COUNTER(overtaking), COUNTER(deadlocks), COUNTER(assumed), COUNTER(replayed), COUNTER(path_bytes), COUNTER(again),
    COUNTER(left_early), COUNTER(filtered), COUNTER(jumps), COUNTER(jump_levels),
};
static const uint8_t largest[] = {COUNTER(depth), COUNTER(max_depth), COUNTER(longest_jump)};

void crew_count(struct engine *e, unsigned from, unsigned to)
{
    uint64_t *all = (uint64_t *)e->counters;
    for (unsigned i = 0; i < sizeof added; i++) {
        uint64_t sum = 0;
        for (unsigned w = from; w < to; w++)
            sum += ((const uint64_t *)&e->report->workers[w].counters)[added[i]];
        all[added[i]] = sum;
    }
    for (unsigned i = 0; i < sizeof largest; i++) {
        uint64_t most = 0;
        for (unsigned w = from; w < to; w++) {
            uint64_t one = ((const uint64_t *)&e->report->workers[w].counters)[largest[i]];
            most = one > most ? one : most;
        }
        all[largest[i]] = most;
    }
}

void crew_put_knowledge(const struct crew *c, bool in_the_end, struct packing *p)
{
    for (unsigned i = 0; i < c->size; i++) {
        const struct box *b = &c->box[i];
        const char *told = in_the_end ? c->knowledge + b->told : c->halfway + b->so_far;
        size_t bytes = in_the_end ? b->told_bytes : b->so_far_bytes;
        p->failed |= bytes == 0;
        packing_part(p);
        packing_put(p, RECORD_KNOWLEDGE, told, 1, bytes ? bytes : 1);
    }
}

/* --- the end ------------------------------------------------------------------------------------------------------ */

static void reap(const struct crew *c)
{
    for (unsigned i = 0; i < c->size; i++)
        raw_syscall(SYS_wait4, c->box[i].pid, 0, 0, 0, 0, 0);
}

static void learn(struct engine *e)
{
    const struct crew *c = e->several->lead;
    for (unsigned i = 0; i < c->size; i++)
        if (c->box[i].told_bytes > 0)
            e->lts->sharing->learn(e->lts->self, c->knowledge + c->box[i].told, c->box[i].told_bytes);
}

/* By what all know together, or by what the others need not know, but each of them has to start over with. */
bool crew_starts_over(struct engine *e)
{
    learn(e);
    engine_check_grown(e);
    if (!e->grown && e->several->lead->grown)
        engine_start_over(e);
    return e->grown;
}

enum wire_verdict crew_reason(const struct crew *c, bool is_bug)
{
    for (unsigned i = 0; i < c->size; i++) {
        uint32_t v = c->box[i].verdict;
        if (v != WIRE_NO_VERDICT && v != WIRE_STOPPED && (v == WIRE_BUG || v == WIRE_REFUSED) == is_bug)
            return (enum wire_verdict)v;
    }
    return WIRE_NO_VERDICT;
}

bool crew_has_lost(const struct crew *c)
{
    for (unsigned i = 0; i < c->size; i++)
        if (c->box[i].state != BOX_GONE)
            return true;
    return false;
}

/* Until the next look around. */
static uint64_t pause_of(const struct engine *e, const struct venture *v)
{
    uint64_t now = raw_nanoseconds(), due = v->due ? v->due(e) : UINT64_MAX;
    return due <= now ? SOON_NS : due - now < LOOK_NS ? due - now : LOOK_NS;
}

void crew_lead(struct engine *e, const struct venture *v, struct visited *table)
{
    e->several->table = table;
    struct crew *c = open(e);
    if (!c) {
        engine_halt(e, WIRE_LIMIT_MEMORY);
        return;
    }
    clear(e, c);
    fork_workers(e, c, v);
    for (uint32_t bell = SHARED_LOAD(c->bell); watch(e, c, v); bell = SHARED_LOAD(c->bell))
        raw_wait(&c->bell, bell, pause_of(e, v));
    reap(c);
    *e->faults = c->faults;
    v->conclude(e, c);
}

/* --- a worker ----------------------------------------------------------------------------------------------------- */

const struct teamwork crew_apart = {0};

bool crew_join(struct engine *e, unsigned number, const struct teamwork *as)
{
    static struct search_report report; /* what is the worker's own from now on */
    static uint64_t path_count;
    size_t bytes = e->max_nodes * sizeof *e->path;
    report = *e->report;
    report.counters = &report.workers[number].counters;
    report.path = reserve(&bytes, bytes);
    report.path_count = &path_count;
    report.stop = &e->several->lead->stop;
    report.phase = NULL;
    report.forget = NULL; /* that is for the leader */
    struct crew *c = e->several->peers = e->several->lead;
    e->team.as = as;
    e->team.worker = number;
    e->team.workers = &c->size;
    e->team.lock = (struct lock){&c->lock, number + 1};
    e->report = &report;
    e->counters = report.counters;
    e->path = report.path;
    e->faults = &c->faults;
    rng_seed(&e->rng, e->config->seed + number);
    return e->path != NULL;
}

void crew_await_all(struct engine *e)
{
    struct crew *c = e->several->peers;
    while (!SHARED_LOAD(c->complete))
        raw_wait(&c->complete, 0, LOOK_NS);
}

/* Each has its own part of the memory for it, and what it has told there before stays as long as there is nothing else to tell. */
void crew_answer(struct engine *e)
{
    struct crew *c = e->several->peers;
    struct box *b = &c->box[e->team.worker];
    uint32_t asked = SHARED_LOAD(c->asked);
    if (b->answered == asked)
        return;
    uint64_t now = e->lts->sharing->found_out(e->lts->self);
    if (!SHARED_LOAD(c->silent) && (b->so_far_bytes == 0 || b->found_out != now)) {
        b->so_far = e->team.worker * c->halfway_part;
        b->so_far_bytes = e->lts->sharing->tell(e->lts->self, c->halfway + b->so_far, c->halfway_part);
        b->found_out = now;
    }
    SHARED_STORE(b->answered, asked);
}

/* What it has found out about the program. False: there is no room for it. */
static bool tell(struct engine *e)
{
    struct crew *c = e->several->peers;
    struct box *b = &c->box[e->team.worker];
    lock_take(&e->team.lock);
    b->told = c->knowledge_used;
    b->told_bytes = e->lts->sharing->tell(e->lts->self, c->knowledge + b->told, c->knowledge_room - b->told);
    c->knowledge_used += b->told_bytes;
    lock_give(&e->team.lock);
    return b->told_bytes > 0;
}

void crew_leave(struct engine *e, enum wire_verdict verdict, bool stops_all)
{
    struct crew *c = e->several->peers;
    struct box *b = &c->box[e->team.worker];
    engine_count(e);
    bool relied_on = e->reducing.facts || e->config->ranks > 1; /* others may have gone by what it has published */
    bool tells = e->grown || !e->halted || relied_on;
    if (tells && !tell(e)) {
        verdict = WIRE_LIMIT_MEMORY;
        stops_all = true;
    } else if (e->grown) {
        SHARED_STORE(c->grown, 1);
    }
    if (stops_all)
        SHARED_STORE(c->stop, 1);
    b->verdict = verdict;
    b->on_runs = e->on_runs;
    SHARED_STORE(b->state, BOX_GONE);
    SHARED_ADD(c->bell, 1);
    raw_wake(&c->bell);
    raw_exit(0);
}
