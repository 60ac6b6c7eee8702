/* test_rank_partition.c - several machines that explore a program in parts (search/parallel/rank_partition.h) find what one finds that
 * explores everything, and as many states, ends and deadlocks: on random programs of every class, whatever they find out on the way
 * about what is shared, however late messages are. When one dies nobody says that everything is explored unless it is. And wrong ways are
 * caught: the end seen while stolen work is on the way, a machine that has died taken for one that is done, claims kept from a search
 * that was started over, stolen work that is empty.
 *
 * Each machine is a process with workers of its own; mail.h brings their messages. Machines run at the same time, so that a seed does not
 * stand for one course of events.
 *
 *     test_rank_partition [PROGRAMS [SEED]]     so many programs in all (default 40; 10 with sanitizers)
 */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/reduce/ src/property/ tests/toy/ */
/* libraries: -Wl,--wrap=raw_nanoseconds */
/* compile: -O2 -DLONG_RUN=20 */
/* and: sanitized */
#include <sys/wait.h>

enum {
    RANKS = 4,
    ROOM = 1 << 16,
    MOST_BYTES = 16 << 20,
    MOST_MESSAGES = 1 << 14,
    LONGEST = 20, /* seconds that a search may take */
};
#include "mail.h"
#include "search/parallel/rank_partition.h"
#include "search/parallel/rank_stealing.h"

static unsigned programs = CHECK_SANITIZED ? 10 : 40;
static uint64_t seed = 1;

struct machine {
    uint64_t     knowledge;    /* that was told last, */
    uint32_t     found;        /* and how much had been found then */
    bool         forged;
    size_t       old, old_end; /* records of earlier searches of the machine at hand, which are handed out once more */
    uint32_t     lives;        /* messages, before it dies */
    /* In the end: */
    bool         over, complete;
    struct finds all;
    uint64_t     states, ends, deadlocks, given, taken, busy, restarts;
};

static struct world {
    uint32_t       lock;
    uint32_t       broken;             /* somebody has died, and that is known */
    uint64_t       period;             /* of exchanges, on average, in steps */
    uint64_t       given_to[RANKS], given_by[RANKS]; /* parts in messages that were sent */
    struct machine of[RANKS];
    struct mail    mail;
} *world;

/* Wrong ways. */
static struct mistakes {
    bool stolen_uncounted, dead_is_idle, claims_kept, stolen_empty;
} mistakes;

static unsigned jobs;
static struct rng rng;

static struct machine *mine(void)
{
    return &world->of[me];
}

static void lock(void)
{
    while (!shared_exchange(&world->lock, 0, 1))
        sched_yield();
}

static void unlock(void)
{
    SHARED_STORE(world->lock, 0);
}

/* Time stands still: a message is always due. */
uint64_t __wrap_raw_nanoseconds(void);
uint64_t __wrap_raw_nanoseconds(void)
{
    return 1;
}

/* --- messages, in memory ------------------------------------------------------------------------------------------------ */

/* The whole machine, in the midst of a message, which comes to some of the others, or to none. */
static void die(void)
{
    lock();
    lose_messages(&rng);
    unlock();
    for (unsigned i = 0; i < engine.several->lead->size; i++)
        kill((pid_t)engine.several->lead->box[i].pid, SIGKILL);
    _exit(1);
}

static uint64_t hash(uint64_t h, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        h = (h ^ (unsigned char)bytes[i]) * 0x100000001b3u;
    return h;
}

/* Is there anything in it that was not told before? */
static bool is_news(const struct message *l)
{
    struct machine *m = mine();
    uint64_t knowledge = 0;
    bool more = m->found != shared->found;
    for (size_t at = l->from; at < l->to; at += record_length(record_of(me, at))) {
        const struct record *r = record_of(me, at);
        if (r->kind == RECORD_KNOWLEDGE)
            knowledge = hash(knowledge, (const char *)(r + 1), r->bytes);
        else
            more = true;
        if (r->kind == RECORD_STOLEN_WORK) {
            world->given_by[me]++;
            world->given_to[((const struct stolen_work *)(r + 1))->to]++;
        }
    }
    more |= knowledge != m->knowledge;
    m->knowledge = knowledge;
    m->found = shared->found;
    return more;
}

static bool send_message(void *self, size_t bytes, bool whole)
{
    (void)self;
    struct rank_mail *m = my_mail();
    if (!put(bytes))
        return false;
    if (!whole)
        return true;
    struct finds now = found_so_far(exploring->hidden);
    const struct message *l = seal(&now);
    lock();
    if (is_news(l))
        SHARED_STORE(m->sent, m->sent + 1);
    else
        m->used = l->from;
    unlock();
    if (m->sent >= mine()->lives)
        die();
    if (engine.several->partition.status.idle)
        usleep(200); /* who has something to do goes on */
    return true;
}

/* On its way through a host that makes mistakes. */
static void spoil(struct record *r)
{
    struct rank_status *status = (struct rank_status *)(r + 1);
    struct stolen_work *stolen = (struct stolen_work *)(r + 1);
    if (mistakes.stolen_uncounted && r->kind == RECORD_WORK)
        status->given = status->taken = 0;
    if (mistakes.stolen_empty && r->kind == RECORD_STOLEN_WORK)
        memset((char *)(stolen + 1) + stolen->depth * sizeof(struct wire_decision), 0, (stolen->depth + 1) * sizeof(threadset));
    if (mistakes.stolen_uncounted)
        engine.several->partition.status.given = engine.several->partition.status.taken = 0;
}

/* Somebody who is dead says that it is done. */
static size_t forge(void)
{
    struct machine *m = mine();
    char *buffer = my_mail()->buffer;
    for (unsigned i = 0; mistakes.dead_is_idle && !m->forged && i < ranks; i++) {
        if (!mail->of[i].dead || my_mail()->received[i] < mail->of[i].reaches[me])
            continue;
        struct record r = {.kind = RECORD_WORK, .from = i, .bytes = sizeof(struct rank_status)};
        struct rank_status w = {.idle = 1, .given = world->given_by[i], .taken = world->given_to[i]};
        memcpy(buffer, &r, sizeof r);
        memcpy(buffer + sizeof r, &w, sizeof w);
        m->forged = true;
        return record_length(&r);
    }
    m->forged = false;
    return 0;
}

static size_t hand_spoilt(const struct record *r)
{
    size_t bytes = hand(r);
    spoil((struct record *)my_mail()->buffer);
    return bytes;
}

/* What a machine has claimed before it started over. */
static size_t hand_old_claims(void)
{
    struct machine *m = mine();
    while (m->old < m->old_end) {
        const struct record *r = record_of(my_mail()->at, m->old);
        m->old += record_length(r);
        if (r->kind >= RECORD_CLAIMS && r->kind < RECORD_CLAIMS + CLAIM_KINDS)
            return hand_spoilt(r);
    }
    return 0;
}

static size_t take(void *self)
{
    (void)self;
    struct rank_mail *m = my_mail();
    size_t old = hand_old_claims();
    if (old)
        return old;
    if (!m->collected) {
        lock();
        collect(&rng);
        unlock();
    }
    const struct record *r = next_record(false);
    if (r && r->kind == RECORD_ANEW && mistakes.claims_kept) {
        mine()->old = 0;
        mine()->old_end = mail->of[m->at].message[m->handed[m->at]].from;
    }
    if (r)
        return hand_spoilt(r);
    size_t forged = forge();
    m->collected = forged > 0;
    return forged;
}

static size_t known(void *self)
{
    (void)self;
    return known_but(0);
}

/* --- searches ---------------------------------------------------------------------------------------------------------- */

/* A worker looks around where messages are exchanged, and nowhere else. */
static void at_step(void)
{
    struct worker_group *g = engine.several->peers;
    if (steps++ == 0)
        rng_seed(&rng, rng_below(&rng, 1 << 30) + engine.team.worker);
    bool now = rng_below(&rng, (uint32_t)world->period) == 0 || SHARED_LOAD(g->wanted) != SHARED_LOAD(g->generation);
    engine.fuel = SHARED_LOAD(g->stop) || now ? 1 : UINT32_MAX;
    if (!now || SHARED_LOAD(g->stop))
        return;
    usleep(rng_below(&rng, 1000)); /* others come to their turn */
    exchange(g);
}

static void be_machine(const struct toy_program *p, uint32_t hidden, struct search_config c)
{
    static struct keeper host;
    struct machine *m = mine();
    alarm(LONGEST);
    host = (struct keeper){NULL, my_mail()->buffer, ROOM, NULL, NULL, visible, NULL, send_message, take, known};
    keeper = &host;
    before_step = at_step;
    stop_flag = &world->broken;
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        abort();
    c.ranks = ranks;
    c.rank = me;
    c.jobs = jobs;
    c.all_faults = true;
    struct outcome o = explore(p, hidden, c);
    struct finds here = found_so_far(o.hidden);
    m->complete = o.ended_by == WIRE_COMPLETE;
    m->all = all_found(&here);
    m->states = o.counters.states;
    m->ends = o.counters.end_states;
    m->deadlocks = o.counters.deadlocks;
    m->taken = o.counters.taken;
    m->given = engine.several->partition.status.taken;
    m->restarts = o.counters.restarts;
    m->busy = o.busy;
    m->over = true;
    _exit(0);
}

/* What a search of everything finds. */
struct truth {
    struct finds all;
    uint64_t     states, ends, deadlocks;
};

static bool is_right(const struct machine *m, const struct truth *t)
{
    return are_alike(&m->all, &t->all) && m->states == t->states && m->ends == t->ends && m->deadlocks == t->deadlocks;
}

/* Of all machines, in all searches of a test. */
static struct totals {
    unsigned searches, complete, right, died, undone;
    uint64_t given, taken, restarts;
} totals;

static void prepare(uint64_t states, int victim)
{
    clear_mail();
    for (unsigned i = 0; i < ranks; i++)
        world->of[i] = (struct machine){.lives = (int)i == victim ? 1 + rng_below(&rng, 25) : UINT32_MAX};
    memset(world->given_to, 0, sizeof world->given_to);
    memset(world->given_by, 0, sizeof world->given_by);
    for (unsigned i = 0; i < RANKS * RANKS; i++)
        mail->late[i / RANKS][i % RANKS] = rng_below(&rng, LATE);
    world->period = 1 + states / (4 + rng_below(&rng, 24));
    world->lock = world->broken = 0;
}

/* The program is explored by several machines, of which one dies, or none (-1). */
static void explore_in_parts(const struct toy_program *p, uint32_t hidden, struct search_config c, const struct truth *t, int victim)
{
    prepare(t->states, victim);
    for (me = 0; me < ranks; me++) {
        rng_seed(&rng, rng_below(&rng, 1 << 30) + me);
        if (fork() == 0)
            be_machine(p, hidden, c);
    }
    for (unsigned left = ranks; left > 0; left--) {
        wait(NULL);
        for (unsigned i = 0; i < ranks; i++)
            if (mail->of[i].dead && !world->broken) {
                usleep(20000); /* who would conclude something from what the dead one has told has time for it */
                SHARED_STORE(world->broken, 1);
            }
    }
    totals.searches++;
    for (unsigned i = 0; i < ranks; i++) {
        const struct machine *m = &world->of[i];
        totals.died += mail->of[i].dead;
        totals.undone += !mail->of[i].dead && !m->complete;
        totals.complete += m->complete;
        totals.right += m->complete && is_right(m, t);
        totals.given += m->given;
        totals.taken += m->taken;
        totals.restarts += m->restarts;
        if (m->complete && !is_right(m, t) && !mistakes.stolen_uncounted && !mistakes.dead_is_idle && !mistakes.claims_kept &&
            !mistakes.stolen_empty)
            printf("    rank %u of %u: %lu states of %lu, %lu ends of %lu, %lu deadlocks of %lu, %u found of %u\n", i, ranks, m->states,
                   t->states, m->ends, t->ends, m->deadlocks, t->deadlocks, m->all.count, t->all.count);
    }
}

/* A search of everything by one process. False: it does not come to its end, or is too small. */
static bool find_truth(const struct toy_program *p, uint32_t hidden, struct truth *t)
{
    struct outcome o = explore(p, hidden, (struct search_config){.max_states = MOST_STATES, .all_faults = true});
    *t = (struct truth){found_so_far(0), o.counters.states, o.counters.end_states, o.counters.deadlocks};
    return o.ended_by == WIRE_COMPLETE && o.found < MOST_FOUND && t->states >= 20;
}

static void explore_random(unsigned tries, bool hides, bool die_too, uint64_t from)
{
    struct rng programs_rng;
    totals = (struct totals){0};
    rng_seed(&programs_rng, from);
    rng_seed(&rng, from + 1);
    for (unsigned i = 0; totals.searches < tries; i++) {
        struct toy_program p;
        struct truth t;
        uint32_t hidden = hides ? 0xff : 0;
        toy_random(&p, i % TOY_CLASSES, &programs_rng);
        ranks = 2 + i % (RANKS - 1);
        jobs = 1 + i / 5 % 2;
        struct search_config c = {.search = i % 7 ? &search_dfs : &search_auto, .reduction = i % 2 ? &reduction_none : NULL,
                                  .order = i % 3 ? NULL : &order_random};
        c.order = c.search == &search_dfs ? c.order : NULL;
        c.unprepared = hides; /* else walks find it out before */
        if (find_truth(&p, hidden, &t))
            explore_in_parts(&p, hidden, c, &t, die_too ? (int)rng_below(&rng, ranks) : -1);
    }
}

/* --- tests ------------------------------------------------------------------------------------------------------------- */

static void everybody_finds_all(void)
{
    explore_random(programs, false, false, seed);
    CHECK_EQ(totals.undone, 0);
    CHECK_EQ(totals.right, totals.complete);
    CHECK(totals.given > programs);
    CHECK(totals.taken > programs * 20);
}

static void what_is_shared_is_found_out(void)
{
    explore_random(programs, true, false, seed + 1);
    CHECK_EQ(totals.undone, 0);
    CHECK_EQ(totals.right, totals.complete);
    CHECK(totals.given > programs / 2);
    CHECK(totals.restarts > programs);
}

static void some_die(void)
{
    explore_random(programs, false, true, seed + 2);
    CHECK(totals.died > programs / 4);
    CHECK_EQ(totals.right, totals.complete);
    explore_random(programs / 2, true, true, seed + 3);
    CHECK(totals.died > programs / 8);
    CHECK_EQ(totals.right, totals.complete);
}

static void a_large_one(void)
{
    struct toy_program p = adders(4, 4);
    struct truth t;
    totals = (struct totals){0};
    ranks = 3;
    jobs = 1;
    struct outcome o = explore(&p, 0, (struct search_config){.all_faults = true});
    t = (struct truth){found_so_far(0), o.counters.states, o.counters.end_states, o.counters.deadlocks};
    explore_in_parts(&p, 0, (struct search_config){0}, &t, -1);
    CHECK_EQ(totals.right, 3);
    CHECK(totals.given > 0);
}

/* Each mistake shows in one of so many searches: somebody says that everything is explored, and it is not. */
static void mistake_shows(struct mistakes made, bool hides, bool die_too)
{
    unsigned wrong = 0;
    mistakes = made;
    for (unsigned i = 0; i < 40 && wrong == 0; i++) {
        explore_random(5, hides, die_too, seed + 100 + i);
        wrong += totals.complete - totals.right;
    }
    mistakes = (struct mistakes){0};
    CHECK(wrong > 0);
}

static void stolen_work_on_the_way(void)
{
    mistake_shows((struct mistakes){.stolen_uncounted = true}, false, false);
}

static void dead_claimant(void)
{
    mistake_shows((struct mistakes){.dead_is_idle = true}, false, true);
}

static void claims_of_another_search(void)
{
    mistake_shows((struct mistakes){.claims_kept = true}, true, false);
}

static void stolen_nothing(void)
{
    mistake_shows((struct mistakes){.stolen_empty = true}, false, false);
}

int main(int argc, char **argv)
{
    programs = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : programs;
    seed = argc > 2 ? strtoul(argv[2], NULL, 10) : seed;
    world = mmap(NULL, sizeof *world, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (world == MAP_FAILED || !several_open())
        return 2;
    mail = &world->mail;
    TEST(everybody_finds_all);
    TEST(what_is_shared_is_found_out);
    TEST(some_die);
    TEST(a_large_one);
    TEST(stolen_work_on_the_way);
    TEST(dead_claimant);
    TEST(claims_of_another_search);
    TEST(stolen_nothing);
    engine_close(&engine);
    return check_status();
}
