/* rank_machines.h - for test_rank_results.c: machines that write to each other what they have finished, one at a time, and keep it; who
 * dies, who comes late, and what may go wrong. */
#ifndef MZ_TESTS_RANK_MACHINES_H
#define MZ_TESTS_RANK_MACHINES_H

#include <sys/wait.h>

enum { RANKS = 3, ROOM = 1 << 14, MOST_BYTES = 8 << 20, MOST_MESSAGES = 256 };
#include "mail.h"

static const struct reduction *const reduced[] = {&reduction_sum, &reduction_sum_plain, &reduction_sum_sleep};
enum { REDUCED = sizeof reduced / sizeof *reduced, NOBODY = RANKS, MOST_GROUPS = 256 };

/* What the first machine has kept, up to some moment. */
struct group {
    size_t       end;             /* of its records */
    struct finds finds;           /* its own, */
    uint32_t     received[RANKS]; /* and those of others, in so many messages of each */
};

struct machine {
    struct finds before; /* what the message before told, for a mistake */
    uint64_t     lives;  /* steps, before it dies */
    uint32_t     exchanges;
    uint64_t     now;    /* nanoseconds */
    /* In the end: */
    bool         over, complete;
    struct finds all;
    uint64_t     taken;
};

static struct world {
    uint32_t       turn;               /* whose it is */
    uint32_t       alive;              /* set of those who have neither died nor ended */
    struct rng     rng;
    uint32_t       slow;               /* one that comes late */
    uint32_t       relay[RANKS];       /* messages that each writes before the next one has its turn. 0: there is no such order */
    uint64_t       period;             /* of exchanges, on average, in steps */
    struct machine of[RANKS];
    struct mail    mail;
    bool           keeps;              /* the first one does */
    size_t         kept;
    uint32_t       groups;
    struct group   group[MOST_GROUPS];
    _Alignas(64) char log[MOST_BYTES];
} *world;

/* Wrong ways. */
static struct mistakes {
    bool findings_late, any_order, only_own_findings;
    bool knowledge_late, knowledge_never, knowledge_once;
} mistakes;

/* A relay in which one message is written in so many steps, and so many by each but the first machine. 0: that is left to chance. */
static struct {
    uint32_t steps, messages;
} regular;

static struct machine *mine(void)
{
    return &world->of[me];
}

/* The leader writes while its worker waits. */
static bool send_message(void *self, size_t bytes, bool whole)
{
    (void)self;
    if (!put(bytes))
        return false;
    if (!whole)
        return true;
    struct finds now = found_so_far(exploring->hidden);
    seal(mistakes.findings_late ? &mine()->before : &now);
    mine()->before = now;
    my_mail()->sent++;
    return true;
}

static size_t take(void *self)
{
    (void)self;
    if (!my_mail()->collected)
        collect(&world->rng);
    const struct record *r = next_record(mistakes.any_order);
    return r ? hand(r) : 0;
}

/* What others knew when they wrote the last messages that were handed out here. */
static size_t known(void *self)
{
    (void)self;
    return mistakes.knowledge_never ? 0 : known_but(mistakes.knowledge_late);
}

/* --- what is kept ------------------------------------------------------------------------------------------------------ */

static void add_to_log(const void *bytes, size_t size)
{
    memcpy(world->log + world->kept, bytes, size);
    world->kept += size;
}

/* What others knew when they wrote the last messages that were handed out. */
static void add_their_knowledge(void)
{
    for (size_t bytes; (bytes = known(NULL)) > 0;)
        add_to_log(my_mail()->buffer, bytes);
}

static bool keep(void *self, size_t bytes, bool whole)
{
    (void)self;
    if (world->kept + bytes + RANKS * ROOM > MOST_BYTES || world->groups == MOST_GROUPS)
        return false;
    add_to_log(my_mail()->buffer, bytes);
    if (!whole)
        return true;
    add_their_knowledge();
    struct group *g = &world->group[world->groups++];
    g->end = world->kept;
    g->finds = found_so_far(exploring->hidden);
    memcpy(g->received, my_mail()->received, sizeof g->received);
    return true;
}

static size_t nothing_to_fetch(void *self)
{
    (void)self;
    return 0;
}

/* Who goes on is told the last knowledge, then the rest from the last beginning on, one record at a time. */
static struct {
    size_t next, end;
    bool   knows;
} reading;

static const struct record *kept_at(size_t at)
{
    return (const struct record *)(world->log + at);
}

static void begin_reading(void)
{
    reading.next = world->groups > 1 ? world->group[world->groups - 2].end : 0;
    reading.end = world->groups ? world->group[world->groups - 1].end : 0;
    reading.knows = false;
}

static size_t fetch(void *self)
{
    (void)self;
    while (reading.next < reading.end || !reading.knows) {
        if (reading.next >= reading.end) {
            reading.knows = true;
            reading.next = 0;
            for (size_t at = 0; at < reading.end; at += record_length(kept_at(at)))
                reading.next = kept_at(at)->kind == RECORD_ANEW ? at : reading.next;
            continue;
        }
        const struct record *r = kept_at(reading.next);
        reading.next += record_length(r);
        if ((r->kind == RECORD_KNOWLEDGE) == reading.knows)
            continue;
        memcpy(my_mail()->buffer, r, sizeof *r + r->bytes);
        return record_length(r);
    }
    return 0;
}

static void recall(void *self)
{
    (void)self;
    const struct finds *then = &world->group[world->groups - 1].finds;
    shared->found = then->count;
    memcpy(shared->what, then->what, then->count * sizeof *then->what);
}

static bool keep_no_more(void *self, size_t bytes, bool whole)
{
    (void)self, (void)bytes, (void)whole;
    return true;
}

/* Time stands still, and goes on where messages are exchanged, so that one is due then and only once; it goes on further where something is
 * to be kept. */
enum { MESSAGE_MS = 1, KEEP_MS = 1000 };

static void let_time_pass(void)
{
    mine()->now += (world->keeps && rng_below(&world->rng, 2) ? KEEP_MS : MESSAGE_MS) * UINT64_C(1000000);
}

uint64_t __wrap_raw_nanoseconds(void);
uint64_t __wrap_raw_nanoseconds(void)
{
    return 1 + mine()->now;
}

/* --- one at a time ----------------------------------------------------------------------------------------------------- */

/* The second one writes so many messages, then the third one; then the first one goes on to its end, and the others after it. */
static uint32_t next_in_relay(void)
{
    for (uint32_t i = 1; i <= ranks; i++)
        if (world->alive >> i % ranks & 1 && mail->of[i % ranks].sent < world->relay[i % ranks])
            return i % ranks;
    return world->alive ? (uint32_t)__builtin_ctz(world->alive) : NOBODY;
}

/* One of them is slow: it comes when others have told much. */
static uint32_t next_turn(void)
{
    if (world->relay[0])
        return next_in_relay();
    uint32_t of = world->alive & ~(1u << world->slow);
    of = of && rng_below(&world->rng, 16) ? of : world->alive;
    uint32_t nth = of ? rng_below(&world->rng, (uint32_t)__builtin_popcount(of)) : 0;
    for (uint32_t i = 0; i < ranks; i++)
        if (of >> i & 1 && nth-- == 0)
            return i;
    return NOBODY;
}

static void pass_turn(void)
{
    SHARED_STORE(world->turn, next_turn());
    raw_wake(&world->turn);
}

static void await_turn(void)
{
    for (uint32_t turn; (turn = SHARED_LOAD(world->turn)) != me;)
        raw_wait(&world->turn, turn, 10000000);
}

/* The machine, with its leader. */
static void die(void)
{
    lose_messages(&world->rng);
    world->alive &= ~(1u << me);
    pass_turn();
    kill(getppid(), SIGKILL);
    raise(SIGKILL);
}

static bool is_time_to_write(void)
{
    if (regular.steps)
        return steps % regular.steps == 0 || my_mail()->sent == regular.messages; /* the next one's turn comes */
    return rng_below(&world->rng, (uint32_t)world->period) == 0;
}

/* A worker looks around where messages are exchanged, and nowhere else. */
static void at_step(void)
{
    struct worker_group *g = engine.several->peers;
    engine.fuel = SHARED_LOAD(g->stop) ? 1 : UINT32_MAX;
    bool first = steps == 0;
    if (first)
        await_turn();
    if (steps++ >= mine()->lives)
        die();
    if (SHARED_LOAD(g->stop) || (!first && !is_time_to_write()))
        return;
    if (!first) {
        pass_turn();
        await_turn();
    }
    mine()->exchanges++;
    let_time_pass();
    exchange(g);
}

/* --- searches ---------------------------------------------------------------------------------------------------------- */

static struct outcome explore_here(const struct toy_program *p, uint32_t hidden, struct search_config c)
{
    static struct keeper host;
    host = (struct keeper){NULL, my_mail()->buffer, ROOM, keep, nothing_to_fetch, visible, NULL, send_message, take, known};
    keeper = &host;
    before_step = at_step;
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        abort();
    c.ranks = ranks;
    c.rank = me;
    c.message_milliseconds = MESSAGE_MS;
    c.checkpoint_milliseconds = world->keeps && me == 0 ? KEEP_MS : 0;
    c.jobs = 1;
    c.all_faults = true;
    return explore(p, hidden, c);
}

static void be_machine(const struct toy_program *p, uint32_t hidden, struct search_config c)
{
    struct outcome o = explore_here(p, hidden, c);
    struct machine *m = mine();
    await_turn(); /* a search of no step at all has not had one */
    struct finds here = found_so_far(o.hidden);
    m->complete = o.ended_by == WIRE_COMPLETE;
    m->all = all_found(&here);
    m->taken = o.counters.taken;
    m->over = true;
    world->alive &= ~(1u << me);
    pass_turn();
    _exit(0);
}

struct together {
    unsigned complete, right, died;
    uint64_t taken, exchanges;
};

/* The program is explored by several machines; `victims` of them die. Machines that have finished the root: how many say what is so? */
static struct together explore_together(const struct toy_program *p, uint32_t hidden, struct search_config c, const struct finds *all,
                                        uint64_t states, uint32_t victims)
{
    struct together t = {0};
    pid_t pid[RANKS];
    clear_mail();
    for (unsigned i = 0; i < ranks; i++)
        world->of[i] = (struct machine){.lives = victims >> i & 1 ? 1 + rng_below(&world->rng, (uint32_t)states * 2) : UINT64_MAX};
    for (unsigned i = 0; i < RANKS * RANKS; i++)
        mail->late[i / RANKS][i % RANKS] = rng_below(&world->rng, LATE + 1);
    world->kept = world->groups = 0;
    world->period = 1 + states / (1 + rng_below(&world->rng, 12));
    world->alive = (1u << ranks) - 1;
    for (unsigned i = 0; world->relay[0] && i < ranks; i++) {
        world->relay[i] = !i ? MOST_MESSAGES : regular.steps ? regular.messages : 1 + rng_below(&world->rng, 12);
        world->period = 1 + rng_below(&world->rng, 3);
        mail->late[0][1] = ranks > 2 ? LATE : 0; /* of three, what the second one has written does not come to the first one */
        mail->late[2][1] = mail->late[0][2] = 0;
    }
    world->slow = rng_below(&world->rng, ranks);
    world->turn = next_turn();
    for (me = 0; me < ranks; me++)
        if ((pid[me] = fork()) == 0)
            be_machine(p, hidden, c);
    for (unsigned i = 0; i < ranks; i++) {
        const struct machine *m = &world->of[i];
        waitpid(pid[i], NULL, 0);
        t.died += !m->over;
        t.complete += m->complete;
        t.right += m->complete && are_alike(&m->all, all);
        t.taken += m->taken;
        t.exchanges += m->exchanges;
    }
    return t;
}

static uint64_t restored;

static void be_alone(const struct toy_program *p, uint32_t hidden, struct search_config c)
{
    const struct keeper host = {NULL, my_mail()->buffer, ROOM, keep_no_more, fetch, visible, recall, NULL, NULL, NULL};
    begin_reading();
    c.checkpoint_milliseconds = KEEP_MS;
    c.jobs = 1;
    c.all_faults = true;
    keeper = &host;
    struct outcome o = explore(p, hidden, c);
    struct finds here = found_so_far(o.hidden);
    mine()->complete = o.ended_by == WIRE_COMPLETE;
    mine()->all = all_found(&here);
    mine()->taken = o.counters.restored;
    _exit(0);
}

/* One alone goes on from some moment of what the first machine has kept. True: it says what is so. In a process of its own, as machines
 * are: what a group shares would be shared with those that come later. */
static bool go_on(const struct toy_program *p, uint32_t hidden, struct search_config c, const struct finds *all)
{
    me = 0;
    mine()->complete = false;
    memset(my_mail()->received, 0, sizeof my_mail()->received);
    world->groups = world->groups ? 1 + rng_below(&world->rng, world->groups) : 0;
    if (world->groups && !mistakes.only_own_findings)
        memcpy(my_mail()->received, world->group[world->groups - 1].received, sizeof my_mail()->received);
    pid_t pid = fork();
    if (pid == 0)
        be_alone(p, hidden, c);
    waitpid(pid, NULL, 0);
    restored += mine()->taken;
    return mine()->complete && are_alike(&mine()->all, all);
}

#endif
