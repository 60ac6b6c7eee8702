/* test_messages.c - several machines that write to each other what they have finished (rank_results.h) find what one finds that explores
 * everything: on random programs of every class, whatever they find out on the way about what is shared, however late messages are, and
 * whoever dies with the last of them on the way. What the first one keeps, of its own and of others, can be gone on with by one alone
 * (search/parallel/checkpointing.h). And wrong ways of writing, of handing out and of keeping are caught.
 *
 * Each machine is a process, and one at a time goes on: where it comes to a point at which messages are exchanged another one, by chance,
 * goes on from its last such point. So a seed stands for one course of events. mail.h brings messages; what is kept is in memory here, as
 * tool/mpi/machine_keeping.c does it.
 *
 *     test_messages [PROGRAMS [SEED]]     so many programs in all (default 24; 8 with sanitizers)
 */
/* sources: src/base/rng.c src/base/raw.c src/base/text.c src/base/reserve.c src/base/visited.c src/base/sequences.c */
/* sources: src/model/op_columns.c src/model/fault.c */
/* sources: src/model/rb_tuple.c src/model/search_table.c src/model/reduction_table.c */
/* sources: src/search/ src/reduce/ src/property/ tests/toy/ */
/* libraries: -Wl,--wrap=raw_nanoseconds */
/* compile: -O2 -DLONG_RUN=20 */
/* and: sanitized */
#include <sys/wait.h>

enum { RANKS = 3, ROOM = 1 << 14, MOST_BYTES = 8 << 20, MOST_MESSAGES = 256 };
#include "mail.h"
#include "toy_parse.h"

static unsigned programs = CHECK_SANITIZED ? 8 : 24;
static uint64_t seed = 1;

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

/* --- tests ------------------------------------------------------------------------------------------------------------- */

/* A random program that a search of everything comes to the end of, and what it finds. */
static bool program(struct toy_program *p, unsigned class, uint32_t hidden, struct rng *rng, struct finds *all, uint64_t *states)
{
    toy_random(p, class, rng);
    struct outcome o = explore(p, hidden, (struct search_config){.max_states = MOST_STATES, .all_faults = true});
    *all = found_so_far(0);
    *states = o.counters.states;
    return o.ended_by == WIRE_COMPLETE && o.found < MOST_FOUND && *states >= 5;
}

static unsigned died, wrong, incomplete;
static uint64_t taken, exchanges;

/* Random programs, each explored by several machines, some of which die. Who finishes the root and says something else is wrong. */
static void explore_random(const struct reduction *as, unsigned tries, bool hides, bool die_too, uint64_t from)
{
    struct rng rng;
    died = wrong = incomplete = 0;
    taken = exchanges = restored = 0;
    rng_seed(&rng, from);
    rng_seed(&world->rng, from + 1);
    for (unsigned i = 0; i < tries; i++) {
        struct toy_program p;
        struct finds all;
        uint64_t states;
        uint32_t hidden = hides ? 0xff : 0, victims = die_too ? 1u << rng_below(&rng, 2) : 0;
        ranks = 2 + i % 2;
        victims |= die_too && ranks == 3 && i % 4 == 1;
        if (!program(&p, i % TOY_CLASSES, hidden, &rng, &all, &states))
            continue;
        struct search_config c = {.reduction = as ? as : reduced[i % REDUCED], .search = i % 7 ? &search_dfs : &search_auto};
        struct together t = explore_together(&p, hidden, c, &all, states, victims);
        died += t.died;
        wrong += t.complete - t.right;
        incomplete += t.complete + t.died != ranks;
        wrong += world->keeps && !go_on(&p, hidden, c, &all);
        taken += t.taken;
        exchanges += t.exchanges;
    }
}

static void everybody_finds_all(void)
{
    for (unsigned hides = 0; hides < 2; hides++) {
        explore_random(NULL, programs, hides, false, seed + hides);
        CHECK_EQ(died, 0);
        CHECK_EQ(wrong, 0);
        CHECK_EQ(incomplete, 0);
        CHECK(taken > programs);
        CHECK(exchanges > programs);
    }
}

static void some_die(void)
{
    for (unsigned hides = 0; hides < 2; hides++) {
        explore_random(NULL, programs, hides, true, seed + 10 + hides);
        CHECK(died > (CHECK_SANITIZED ? 0 : programs / 8)); /* who has little to do ends before; of a few programs, most may */
        CHECK_EQ(wrong, 0);
        CHECK_EQ(incomplete, 0);
        CHECK(taken > programs);
    }
}

/* Some die, and one alone goes on from what the first one has kept. */
static void kept_by_the_first(void)
{
    world->keeps = true;
    for (unsigned hides = 0; hides < 2; hides++) {
        explore_random(NULL, programs, hides, true, seed + 30 + hides);
        CHECK_EQ(wrong, 0);
        CHECK(restored > programs);
    }
    world->keeps = false;
}

/* What one has finished the other goes by, and a message is as long as it has to be. */
static void a_large_one(void)
{
    struct toy_program p = adders(4, 4);
    struct search_config c = {.reduction = &reduction_sum, .all_faults = true};
    struct outcome one = explore(&p, 0, c);
    struct finds all = found_so_far(0);
    uint64_t read = 0;
    ranks = 2;
    for (unsigned i = 0; i < 8 && read == 0; i++) { /* it may be that no message ever comes */
        rng_seed(&world->rng, seed + 40 + i);
        struct together t = explore_together(&p, 0, c, &all, one.counters.states, 0);
        CHECK_EQ(t.right, 2);
        read += t.taken;
    }
    CHECK(read > 0);
}

/* Where machines part ways many errors are made good. */
static tid prefer_first(struct reducing *r, threadset candidates)
{
    (void)r;
    return threadset_first(candidates);
}

/* So many courses of events in one program, of so many machines in a relay, or of all (0): how often is something else said than what is
 * so? */
static unsigned wrong_in(const char *text, uint32_t hidden, unsigned relay, unsigned tries)
{
    struct toy_program p;
    unsigned count = 0;
    toy_parse(text, &p);
    struct outcome one = explore(&p, hidden, (struct search_config){.all_faults = true});
    struct finds all = found_so_far(0);
    ranks = relay ? relay : RANKS;
    world->relay[0] = relay;
    rng_seed(&world->rng, seed + 20);
    for (unsigned i = 0; i < tries && count == 0; i++) {
        struct reduction as = *reduced[i % REDUCED];
        as.prefer = prefer_first;
        struct search_config c = {.reduction = &as, .unprepared = true}; /* walks would find out too much */
        struct together t = explore_together(&p, hidden, c, &all, one.counters.states, 0);
        count += t.complete - t.right;
        count += world->keeps && !go_on(&p, hidden, c, &all);
    }
    world->relay[0] = 0;
    return count;
}

/* The second machine is interrupted after any of its messages, of few that it has written, each after several steps. */
static unsigned wrong_after_a_message(const char *text, uint32_t hidden)
{
    unsigned count = 0;
    for (regular.steps = 5; regular.steps <= 8; regular.steps++)
        for (regular.messages = 1; regular.messages <= 4; regular.messages++)
            count += wrong_in(text, hidden, 2, REDUCED);
    regular.steps = 0;
    return count;
}

static uint64_t says_nothing_new(void *self)
{
    (void)self;
    return 1;
}

/* Each mistake shows in one of these, and without it nothing is wrong. (Sanitizers see nothing else where the same is told late.) */
static void mistake_shows(struct mistakes made, const char *text, uint32_t hidden, unsigned relay)
{
    CHECK_EQ(wrong_in(text, hidden, relay, 20), 0);
    if (CHECK_SANITIZED)
        return;
    mistakes = made;
    found_out = made.knowledge_once ? says_nothing_new : NULL;
    CHECK(wrong_in(text, hidden, relay, 150) > 0);
    mistakes = (struct mistakes){0};
    found_out = NULL;
}

/* Ways that part and meet again, and at the end of all of them something is wrong. */
static const char parting[] = "r = choose 2; r = 0; y = 1; r = choose 2; r = 0; y = 2; r = choose 2; r = 0; y = 3; fail || x = 1";

static void findings_come_late(void)
{
    mistake_shows((struct mistakes){.findings_late = true}, parting, 0, 0);
}

static void handed_out_in_any_order(void)
{
    mistake_shows((struct mistakes){.any_order = true}, parting, 0, 3);
}

/* Whatever the first choice is, what follows is the same. By one of them x is read, by the one that is tried last; in the end x is written.
 * Who tells that end before has not seen x read, and who is told does not see x written. Nobody writes w: it makes locals 0. */
static const char meeting[] = "r = choose 2; if r { r = x; unless r { q = x; assert q != 1 } }; r = w; q = w; y = 1; "
                              "r = choose 3; r = w; y = 2; r = choose 3; r = w; y = 3 || x = 1";
enum { X_AND_W = 1 | 8 };

static void others_know_more(void)
{
    mistake_shows((struct mistakes){.knowledge_never = true}, meeting, X_AND_W, 2);
}

/* It shows where x is written after a message, that end is finished before the next one, and the writer does not come to read x. Which
 * messages those are is tried out, for the same is to be seen where what is late is not the handing out, but the telling
 * (workers_answer()). */
static void knowledge_comes_late(void)
{
    CHECK_EQ(wrong_after_a_message(meeting, X_AND_W), 0);
    if (CHECK_SANITIZED)
        return;
    mistakes.knowledge_late = true;
    CHECK(wrong_after_a_message(meeting, X_AND_W) > 0);
    mistakes.knowledge_late = false;
}

static void knowledge_is_told_once(void)
{
    for (unsigned keeps = 0; keeps < 2; keeps++) {
        world->keeps = keeps;
        mistake_shows((struct mistakes){.knowledge_once = true}, meeting, X_AND_W, 2);
    }
    world->keeps = false;
}

static void others_findings_are_not_kept(void)
{
    world->keeps = true;
    mistake_shows((struct mistakes){.only_own_findings = true}, parting, 0, 0);
    world->keeps = false;
}

#define CLOSED ((uint32_t)1 << 30) /* as in sum.c, with a summary without events */

static threadset enter_and_publish(struct reducing *r)
{
    threadset tried = reduction_sum.enter(r);
    if (r->facts)
        facts_publish(r->facts, r->nodes[r->depth].mark.digest, CLOSED);
    return tried;
}

static void published_on_entry(void)
{
    struct reduction as = reduction_sum;
    as.enter = enter_and_publish;
    explore_random(&as, programs, false, true, seed + 50);
    CHECK(wrong > 0);
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
    TEST(some_die);
    TEST(kept_by_the_first);
    TEST(a_large_one);
    TEST(findings_come_late);
    TEST(handed_out_in_any_order);
    TEST(others_know_more);
    TEST(knowledge_is_told_once);
    TEST(knowledge_comes_late);
    TEST(others_findings_are_not_kept);
    if (!CHECK_SANITIZED)
        TEST(published_on_entry);
    engine_close(&engine);
    return check_status();
}
