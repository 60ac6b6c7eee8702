/* test_claims.c - several machines that explore a program in parts (search/claims.h) find what one finds that explores
 * everything, and as many states, ends and deadlocks: on random programs of every class, whatever they find out on the
 * way about what is shared, however late letters are. When one dies nobody says that everything is explored unless it
 * is. And wrong ways are caught: the end seen while a gift is on the way, a machine that has died taken for one that is
 * done, claims kept from a search that was started over, a gift of nothing.
 *
 * Each machine is a process with workers of its own. What brings letters is in memory here, and does what tool/mpi/machine_turns.c does.
 * Machines run at the same time, so that a seed does not stand for one course of events.
 *
 *     test_claims [PROGRAMS [SEED]]     so many programs in all (default 40; 10 with sanitizers)
 */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/reduce/ src/property/deadlock.c src/property/livelock.c tests/toy/ */
/* libraries: -Wl,--wrap=raw_nanoseconds */
/* compile: -O2 -DLONG_RUN=20 */
/* and: sanitized */
#include <sys/wait.h>

#include "base/raw.h"
#include "several.h"

static unsigned programs = CHECK_SANITIZED ? 10 : 40;
static uint64_t seed = 1;

enum {
    RANKS = 4,
    LATE = 4,
    ROOM = 1 << 16,
    MOST_BYTES = 16 << 20,
    MOST_LETTERS = 1 << 14,
    LONGEST = 20, /* seconds that a search may take */
};

/* What was found, with one visible set. */
struct finds {
    uint32_t visible, count;
    uint64_t what[MOST_FOUND];
};

struct letter {
    size_t       from, to;     /* its records, among all of the writer */
    uint32_t     known[RANKS]; /* letters of others that the writer had been handed */
    struct finds finds;
};

struct machine {
    _Alignas(64) char buffer[ROOM];
    _Alignas(64) char records[MOST_BYTES];
    size_t        used;
    struct letter letter[MOST_LETTERS];
    uint32_t      sent;
    uint64_t      knowledge;                      /* that was told last, */
    uint32_t      found;                          /* and how much had been found then */
    uint32_t      received[RANKS], handed[RANKS];
    uint32_t      reaches[RANKS];                 /* of its letters, those that come to each, if it has died */
    size_t        next;                           /* record of the letter that is being handed out, and whose that is */
    uint32_t      at, known_at;
    bool          collected, forged;
    size_t        old, old_end;                   /* records of its earlier searches that are handed out once more */
    uint32_t      lives;                          /* letters, before it dies */
    bool          dead;
    /* In the end: */
    bool          over, complete;
    struct finds  all;
    uint64_t      states, ends, deadlocks, gifts, taken, busy, restarts;
};

static struct world {
    uint32_t       lock;
    uint32_t       broken;             /* somebody has died, and that is known */
    uint32_t       late[RANKS][RANKS]; /* how often nothing of what is on its way to the first comes from the second: of LATE times */
    uint64_t       period;             /* of exchanges, on average, in steps */
    uint64_t       given_to[RANKS], given_by[RANKS]; /* gifts in letters that were sent */
    struct machine of[RANKS];
} *world;

/* Wrong ways. */
static struct mistakes {
    bool gifts_uncounted, dead_is_dry, claims_kept, gifts_empty;
} mistakes;

static unsigned ranks, me, jobs;
static struct rng rng;

static struct machine *mine(void)
{
    return &world->of[me];
}

static void lock(void)
{
    while (!crew_exchange(&world->lock, 0, 1))
        sched_yield();
}

static void unlock(void)
{
    CREW_STORE(world->lock, 0);
}

/* Time stands still: a letter is always due. */
uint64_t __wrap_raw_nanoseconds(void);
uint64_t __wrap_raw_nanoseconds(void)
{
    return 1;
}

/* --- letters, in memory ------------------------------------------------------------------------------------------------ */

static struct finds found_so_far(uint32_t hidden)
{
    struct finds f = {.visible = hidden, .count = shared->found < MOST_FOUND ? shared->found : MOST_FOUND};
    memcpy(f.what, shared->what, f.count * sizeof *f.what);
    return f;
}

/* The whole machine, in the midst of a letter, which comes to some of the others, or to none. */
static void die(void)
{
    struct machine *m = mine();
    lock();
    for (unsigned i = 0; i < ranks; i++) {
        uint32_t there = world->of[i].received[me];
        m->reaches[i] = there + rng_below(&rng, m->sent - there + 1);
    }
    m->dead = true;
    unlock();
    for (unsigned i = 0; i < engine.team.lead->size; i++)
        kill((pid_t)engine.team.lead->box[i].pid, SIGKILL);
    _exit(1);
}

static const struct record *record_of(unsigned from, size_t at)
{
    return (const struct record *)(world->of[from].records + at);
}

static uint64_t hash(uint64_t h, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        h = (h ^ (unsigned char)bytes[i]) * 0x100000001b3u;
    return h;
}

/* Is there anything in it that was not told before? */
static bool is_news(struct machine *m, size_t from)
{
    uint64_t knowledge = 0;
    bool more = m->found != shared->found;
    for (size_t at = from; at < m->used; at += record_length(record_of(me, at))) {
        const struct record *r = record_of(me, at);
        if (r->kind == RECORD_KNOWLEDGE)
            knowledge = hash(knowledge, (const char *)(r + 1), r->bytes);
        else
            more = true;
        if (r->kind == RECORD_GIFT) {
            world->given_by[me]++;
            world->given_to[((const struct claims_gift *)(r + 1))->to]++;
        }
    }
    more |= knowledge != m->knowledge;
    m->knowledge = knowledge;
    m->found = shared->found;
    return more;
}

static bool send_letter(void *self, size_t bytes, bool whole)
{
    (void)self;
    struct machine *m = mine();
    if (m->used + bytes > MOST_BYTES || m->sent == MOST_LETTERS)
        return false;
    memcpy(m->records + m->used, m->buffer, bytes);
    m->used += bytes;
    if (!whole)
        return true;
    struct letter *l = &m->letter[m->sent];
    l->from = m->sent ? m->letter[m->sent - 1].to : 0;
    l->to = m->used;
    memcpy(l->known, m->handed, sizeof l->known);
    l->finds = found_so_far(exploring->hidden);
    lock();
    if (is_news(m, l->from))
        CREW_STORE(m->sent, m->sent + 1);
    else
        m->used = l->from;
    unlock();
    if (m->sent >= m->lives)
        die();
    if (engine.claims.word.dry)
        usleep(200); /* who has something to do goes on */
    return true;
}

/* Those that are on their way have come, or some of them, or none. */
static void collect(void)
{
    lock();
    for (unsigned i = 0; i < ranks; i++) {
        uint32_t upto = world->of[i].dead ? world->of[i].reaches[me] : world->of[i].sent, *received = &mine()->received[i];
        if (i != me && upto > *received && rng_below(&rng, LATE) >= world->late[me][i])
            *received = rng_below(&rng, 2) ? upto : *received + rng_below(&rng, upto - *received + 1);
    }
    unlock();
}

static bool may_be_handed(const struct letter *l, unsigned from)
{
    for (unsigned i = 0; i < ranks; i++)
        if (i != me && i != from && l->known[i] > mine()->handed[i])
            return false;
    return true;
}

/* On its way through a host that makes mistakes. */
static void spoil(struct record *r)
{
    struct claims_word *word = (struct claims_word *)(r + 1);
    struct claims_gift *gift = (struct claims_gift *)(r + 1);
    if (mistakes.gifts_uncounted && r->kind == RECORD_WORK)
        word->given = word->taken = 0;
    if (mistakes.gifts_empty && r->kind == RECORD_GIFT)
        memset((char *)(gift + 1) + gift->depth * sizeof(struct wire_decision), 0, (gift->depth + 1) * sizeof(threadset));
    if (mistakes.gifts_uncounted)
        engine.claims.word.given = engine.claims.word.taken = 0;
}

/* Somebody who is dead says that it is done. */
static size_t forge(void)
{
    struct machine *m = mine();
    for (unsigned i = 0; mistakes.dead_is_dry && !m->forged && i < ranks; i++) {
        if (!world->of[i].dead || m->received[i] < world->of[i].reaches[me])
            continue;
        struct record r = {.kind = RECORD_WORK, .from = i, .bytes = sizeof(struct claims_word)};
        struct claims_word w = {.dry = 1, .given = world->given_by[i], .taken = world->given_to[i]};
        memcpy(m->buffer, &r, sizeof r);
        memcpy(m->buffer + sizeof r, &w, sizeof w);
        m->forged = true;
        return record_length(&r);
    }
    m->forged = false;
    return 0;
}

static size_t hand(unsigned from, const struct record *r)
{
    struct record *to = (struct record *)mine()->buffer;
    memcpy(to, r, sizeof *r + r->bytes);
    to->from = from;
    spoil(to);
    return record_length(r);
}

/* What a machine has claimed before it started over. */
static size_t hand_old_claims(void)
{
    struct machine *m = mine();
    while (m->old < m->old_end) {
        const struct record *r = record_of(m->at, m->old);
        m->old += record_length(r);
        if (r->kind >= RECORD_CLAIMS && r->kind < RECORD_CLAIMS + CLAIM_KINDS)
            return hand(m->at, r);
    }
    return 0;
}

/* One record at a time, and no knowledge. */
static size_t take(void *self)
{
    (void)self;
    struct machine *m = mine();
    size_t old = hand_old_claims();
    if (old)
        return old;
    if (!m->collected)
        collect();
    m->collected = true;
    for (unsigned passed = 0; passed < ranks;) {
        unsigned from = m->at;
        const struct letter *l = &world->of[from].letter[m->handed[from]];
        if (from == me || m->handed[from] == m->received[from] || !may_be_handed(l, from)) {
            m->at = (m->at + 1) % ranks;
            passed++;
            continue;
        }
        m->next = m->next < l->from ? l->from : m->next;
        while (m->next < l->to) {
            const struct record *r = record_of(from, m->next);
            m->next += record_length(r);
            if (r->kind == RECORD_KNOWLEDGE)
                continue;
            if (r->kind == RECORD_ANEW && mistakes.claims_kept) {
                m->old = 0;
                m->old_end = l->from;
            }
            return hand(from, r);
        }
        m->next = 0;
        m->handed[from]++;
        passed = 0;
    }
    size_t forged = forge();
    m->collected = forged > 0;
    return forged;
}

static size_t knowledge_of(unsigned from, const struct letter *l)
{
    size_t used = 0;
    for (size_t at = l->from; at < l->to; at += record_length(record_of(from, at))) {
        const struct record *r = record_of(from, at);
        if (r->kind != RECORD_KNOWLEDGE)
            continue;
        memcpy(mine()->buffer + used, r, sizeof *r + r->bytes);
        used += record_length(r);
    }
    return used;
}

/* What others have said that they know, in the last of their letters that were handed out here and say anything of it. */
static size_t known(void *self)
{
    (void)self;
    struct machine *m = mine();
    size_t used = 0;
    for (; used == 0 && m->known_at < ranks; m->known_at++)
        for (uint32_t k = m->known_at == me ? 0 : m->handed[m->known_at]; used == 0 && k-- > 0;)
            used = knowledge_of(m->known_at, &world->of[m->known_at].letter[k]);
    m->known_at = used ? m->known_at : 0;
    return used;
}

static struct digest visible(void *self)
{
    (void)self;
    return (struct digest){exploring->hidden, 1};
}

/* --- searches ---------------------------------------------------------------------------------------------------------- */

/* The leader asks at once for what is to be written, and the worker looks at once whether it does. */
static void exchange(struct crew *c)
{
    for (unsigned i = 0; CREW_LOAD(c->wanted) == CREW_LOAD(c->generation) && !CREW_LOAD(c->stop); i++) {
        CREW_ADD(c->bell, 1);
        raw_wake(&c->bell);
        if (i > 4)
            usleep(50);
        else
            sched_yield();
    }
    engine.fuel = 1;
}

/* A worker looks around where letters are exchanged, and nowhere else. */
static void at_step(void)
{
    struct crew *c = engine.team.peers;
    if (steps++ == 0)
        rng_seed(&rng, rng_below(&rng, 1 << 30) + engine.team.worker);
    bool now = rng_below(&rng, (uint32_t)world->period) == 0 || CREW_LOAD(c->wanted) != CREW_LOAD(c->generation);
    engine.fuel = CREW_LOAD(c->stop) || now ? 1 : UINT32_MAX;
    if (!now || CREW_LOAD(c->stop))
        return;
    usleep(rng_below(&rng, 1000)); /* others come to their turn */
    exchange(c);
}

static bool has(const struct finds *f, uint64_t what)
{
    for (uint32_t i = 0; i < f->count; i++)
        if (f->what[i] == what)
            return true;
    return false;
}

static void add(struct finds *to, const struct finds *more)
{
    for (uint32_t i = 0; i < more->count; i++)
        if (!has(to, more->what[i]) && to->count < MOST_FOUND)
            to->what[to->count++] = more->what[i];
}

static bool are_alike(const struct finds *a, const struct finds *b)
{
    for (uint32_t i = 0; i < a->count; i++)
        if (!has(b, a->what[i]))
            return false;
    return a->count == b->count;
}

/* What this machine would report: what it has found, and what others have told of the same visible set; the last one of each counts. */
static struct finds all_found(const struct finds *here)
{
    struct finds all = *here;
    for (unsigned i = 0; i < ranks; i++)
        for (uint32_t k = mine()->received[i]; k-- > 0;)
            if (world->of[i].letter[k].finds.visible == here->visible) {
                add(&all, &world->of[i].letter[k].finds);
                break;
            }
    return all;
}

static void be_machine(const struct toy_program *p, uint32_t hidden, struct search_config c)
{
    static struct keeper host;
    struct machine *m = mine();
    alarm(LONGEST);
    host = (struct keeper){NULL, m->buffer, ROOM, NULL, NULL, visible, NULL, send_letter, take, known};
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
    m->gifts = engine.claims.word.taken;
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
    uint64_t gifts, taken, restarts;
} totals;

static void prepare(uint64_t states, int victim)
{
    for (unsigned i = 0; i < ranks; i++) {
        struct machine *m = &world->of[i];
        size_t from = offsetof(struct machine, used);
        memset((char *)m + from, 0, sizeof *m - from);
        m->lives = (int)i == victim ? 1 + rng_below(&rng, 25) : UINT32_MAX;
    }
    memset(world->given_to, 0, sizeof world->given_to);
    memset(world->given_by, 0, sizeof world->given_by);
    for (unsigned i = 0; i < RANKS * RANKS; i++)
        world->late[i / RANKS][i % RANKS] = rng_below(&rng, LATE);
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
            if (world->of[i].dead && !world->broken) {
                usleep(20000); /* who would conclude something from what the dead one has told has time for it */
                CREW_STORE(world->broken, 1);
            }
    }
    totals.searches++;
    for (unsigned i = 0; i < ranks; i++) {
        const struct machine *m = &world->of[i];
        totals.died += m->dead;
        totals.undone += !m->dead && !m->complete;
        totals.complete += m->complete;
        totals.right += m->complete && is_right(m, t);
        totals.gifts += m->gifts;
        totals.taken += m->taken;
        totals.restarts += m->restarts;
        if (m->complete && !is_right(m, t) && !mistakes.gifts_uncounted && !mistakes.dead_is_dry && !mistakes.claims_kept &&
            !mistakes.gifts_empty)
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
    CHECK(totals.gifts > programs);
    CHECK(totals.taken > programs * 20);
}

static void what_is_shared_is_found_out(void)
{
    explore_random(programs, true, false, seed + 1);
    CHECK_EQ(totals.undone, 0);
    CHECK_EQ(totals.right, totals.complete);
    CHECK(totals.gifts > programs / 2);
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
    CHECK(totals.gifts > 0);
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

static void gift_on_the_way(void)
{
    mistake_shows((struct mistakes){.gifts_uncounted = true}, false, false);
}

static void dead_claimant(void)
{
    mistake_shows((struct mistakes){.dead_is_dry = true}, false, true);
}

static void claims_of_another_search(void)
{
    mistake_shows((struct mistakes){.claims_kept = true}, true, false);
}

static void gift_of_nothing(void)
{
    mistake_shows((struct mistakes){.gifts_empty = true}, false, false);
}

int main(int argc, char **argv)
{
    programs = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : programs;
    seed = argc > 2 ? strtoul(argv[2], NULL, 10) : seed;
    world = mmap(NULL, sizeof *world, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (world == MAP_FAILED || !several_open())
        return 2;
    TEST(everybody_finds_all);
    TEST(what_is_shared_is_found_out);
    TEST(some_die);
    TEST(a_large_one);
    TEST(gift_on_the_way);
    TEST(dead_claimant);
    TEST(claims_of_another_search);
    TEST(gift_of_nothing);
    engine_close(&engine);
    return check_status();
}
