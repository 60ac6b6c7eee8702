/* transitions.c - see transitions.h: what is enabled, and steps. */
#include "world/transitions.h"

#include "model/op_columns.h"
#include "model/reduction_table.h"
#include "world/batched_steps.h"
#include "world/fault_report.h"
#include "world/life.h"
#include "world/loaded/modules.h"
#include "world/marks.h"
#include "world/memory/hash.h"
#include "world/memory/mem.h"
#include "world/memory/undo.h"
#include "world/memory/valid.h"
#include "world/outside/outside.h"
#include "world/race/race.h"
#include "world/race/race_labels.h"
#include "world/run.h"
#include "world/setup/inherited.h"
#include "world/state/dead.h"
#include "world/state/foresight.h"
#include "world/state/identity.h"
#include "world/state/library_tls.h"
#include "world/state/may_access.h"
#include "world/state/seen_accesses.h"
#include "world/state/stack.h"
#include "world/state/tcb.h"
#include "world/touches.h"
#include "world/variable_names.h"
#include "world/waiting/busy_wait.h"
#include "world/waiting/counting.h"
#include "world/waiting/pause.h"
#include "world/waiting/waits.h"
#include "world/watch/export.h"
#include "world/watch/fragments.h"
#include "world/watch/knowledge.h"
#include "world/watch/reached_code.h"
#include "world/orders/weak_world.h"
#include "world/state/unread_memory.h"

static void end_epoch(void)
{
    identity_end_epoch(&mz__world);
}

/* Not where processes do not tell each other what they rely on, or where a search goes on from what was put down. */
static bool relies_on_members(const struct world *w, const struct wire_config *config)
{
    const struct wire_steering *s = &config->steering;
    bool one = s->jobs <= 1 && s->ranks <= 1 && !s->checkpoint_milliseconds;
    return config->mode == WIRE_SEARCH && s->future && one && !w->frozen && !w->light && !w->weak;
}

void world_configure(const struct wire_config *config, struct wire *wire)
{
    struct world *w = &mz__world;
    w->wire = wire;
    w->config = *config;
    w->visible = config->visible;
    w->frozen = wire_is_listed(config->visible) || config->mode == WIRE_REPLAY;
    w->light = config->light && config->mode != WIRE_REPLAY;
    /* A replay need not know how its schedule was found, unless that has every step. */
    bool any = config->mode == WIRE_REPLAY && !config->every_step;
    w->reduced = any || !reductions_try_all(config->reduction);
    w->weak = w->watch_alone = config->memory_model == WIRE_MEMORY_C11; /* what others have done may not be known to who is left */
    w->matching = config->mode == WIRE_SEARCH && config->steering.matching == WIRE_MATCH_READ && !w->weak;
    w->watch_alone |= w->matching; /* what was left in memory may be read then */
    w->members = relies_on_members(w, config);
    w->garbage = wire_fresh_byte(config);
    w->rounds = wire->rounds = config->rounds;
    valid_enable(!config->unchecked_memory);
    w->main_leaves = wire_is_listed(config->visible); /* perhaps: no search starts over with what it has found out */
    for (tid t = 0; t < MAX_THREADS; t++)
        w->sharing.lowest[t] = UINT64_MAX;
    w->runaway = config->runaway_hooks ? config->runaway_hooks : (uint64_t)1 << 31;
    w->setup = true;
    mem_by_pages(end_epoch);
    mz__hot.epoch = 1;
}

static void setup_done(struct world *w)
{
    tcb_use(w->thread[0].tp);
    inherited_take(w->config.files_kept);
    w->setup = false;
    mz__hot.undo_top = undo_bottom();
    world_threads_changed();
    identity_new_epoch();
    THREADSET_EACH(t, w->live) {
        library_tls_adopt(t);
        world_touch(&w->thread[t]);
    }
    identity_commit(w);
    outside_setup_done();
    modules_list_late(w->wire);
    reached_code_setup_done();
    world_import_ranges(w->wire); /* now that all memory is known */
    if (w->light) {
        dead_keep_parked();
        tracked_prepare();
    }
}

void world_run_setup(void)
{
    struct world *w = &mz__world;
    w->newborn = NO_THREADS;
    run_step(w, &w->thread[0], 0);
    w->doomed = w->faulted;
    setup_done(w);
}

static unsigned lts_outcomes(void *self, tid t)
{
    return world_outcomes(&((struct world *)self)->thread[t]);
}

/* End of a step, with the rest of its loop if that waits and counts: it changes nothing; the loop is left, or it is none; it comes back to
 * where it began; it repeats a later state; so many rounds were made. */
enum rounds_end { ROUNDS_STAY, ROUNDS_LEFT, ROUNDS_BACK, ROUNDS_REPEAT, ROUNDS_MANY };

static void make_step(struct world *w, struct thread *t, unsigned choice);
static enum rounds_end make_rounds(struct world *w, struct thread *t, struct digest from, unsigned most);

/* Steps that are tried and taken back are not recorded, and races are told in a mode of their own. */
struct quiet {
    struct recorder *recorder;
    uint8_t mode;
};

static struct quiet quiet_begin(struct world *w, uint8_t race_mode)
{
    struct quiet q = {w->recorder, (uint8_t)w->race.mode};
    w->recorder = NULL;
    w->race.mode = race_mode;
    return q;
}

static void quiet_end(struct world *w, struct quiet q)
{
    w->recorder = q.recorder;
    w->race.mode = q.mode;
    world_threads_changed();
}

/* Where does t's step lead to, or its whole loop? It is tried and taken back, and races are told in this mode. */
static enum rounds_end try_step(struct world *w, tid t, unsigned choice, uint8_t race_mode, unsigned most)
{
    struct digest here = marks_state(w), memory = w->digest;
    struct mark m = marks_take(w);
    struct quiet q = quiet_begin(w, race_mode);
    bool counts = counting_is_short(w, &w->thread[t]);
    w->steps++;
    foresight_begin(w, &w->thread[t], choice);
    make_step(w, &w->thread[t], choice);
    bool stays = marks_is_at(w, here) || (w->weak && marks_only_learned(w, memory));
    enum rounds_end end = stays ? ROUNDS_STAY : counts ? make_rounds(w, &w->thread[t], here, most) : ROUNDS_LEFT;
    marks_rewind(w, &m);
    w->busy.counting = end == ROUNDS_MANY ? w->busy.counting | threadset_of(t) : w->busy.counting & ~threadset_of(t);
    quiet_end(w, q);
    return end;
}

/* Does a thread wait that goes on like this? Rounds of several looks that repeat a state are left to the search, as cycles. */
static bool waits_by(struct thread *t, enum rounds_end end)
{
    bool several = !counting_looks_once(t);
    if (end == ROUNDS_BACK && several)
        counting_forget(t);
    return end == ROUNDS_STAY || end == ROUNDS_MANY || (end != ROUNDS_LEFT && !several);
}

/* A race that the step of a thread shows which waits is told at once: the thread may never make it. */
static bool leads_back(struct world *w, tid t)
{
    bool back;
    marks_memory(w);
    if (counting_is_short(w, &w->thread[t]) || !foresight_stays(w, t, &back))
        back = waits_by(&w->thread[t], try_step(w, t, 0, WIRE_RACE_OFF, COUNTING_MOST));
    if (back && w->race.clocks && w->race.mode != WIRE_RACE_OFF && race_would_tell(w, &w->thread[t]))
        back = try_step(w, t, 0, (uint8_t)w->race.mode, COUNTING_MOST) != ROUNDS_LEFT;
    for (unsigned i = 1; back && w->weak && i < world_outcomes(&w->thread[t]); i++) /* it may read something older */
        back = try_step(w, t, i, WIRE_RACE_OFF, COUNTING_MOST) == ROUNDS_STAY;
    return back;
}

/* Clears what the function of frame k does not read in its loop. */
static bool clear_in_loop(struct thread *t, uint32_t k)
{
    world_touch(t);
    stack_uncover(t, k + 1);
    return dead_clear_in_loop(t, k);
}

/* Does t, with all cleared that its function of frame k does not read in its loop, come back to the present state, without having left that
 * function? The record of its entry is marked to see that: a later call has one of its own. */
static bool comes_round(struct world *w, struct thread *t, uint32_t k)
{
    const uint64_t pc = t->op.pc, sp = t->sp, hook = t->frames[k].hook;
    if (!clear_in_loop(t, k))
        return false;
    struct digest from = marks_state(w);
    for (unsigned steps = 0; steps < COUNTING_LONG && counting_goes_on(w, t); steps++) {
        world_touch(t);
        stack_uncover(t, k + 1);
        t->frames[k].hook = ~hook;
        make_step(w, t, 0);
        if (t->depth <= k || t->frames[k].hook != ~hook)
            return false;
        t->frames[k].hook = hook;
        if (t->op.pc == pc && t->sp == sp && counting_goes_on(w, t) && clear_in_loop(t, k) && marks_is_at(w, from))
            return true;
    }
    return false;
}

/* Does t go round for ever if nobody else moves? What it counts may be read behind its loop, but not there. */
static bool never_leaves(struct world *w, struct thread *t)
{
    struct mark m = marks_take(w);
    struct quiet q = quiet_begin(w, WIRE_RACE_OFF);
    bool for_ever = false;
    for (uint32_t k = t->depth; k-- > 0 && !for_ever && !w->atomic_functions;) {
        for_ever = comes_round(w, t, k);
        marks_rewind(w, &m);
    }
    quiet_end(w, q);
    return for_ever;
}

/* Threads that were said to wait because they count for long. Nobody else can move: whether they come to an end has to be seen. */
static threadset count_on(struct world *w)
{
    threadset counting = w->busy.waiting & w->busy.counting & w->busy.known & w->live;
    THREADSET_EACH(t, counting)
        if (never_leaves(w, &w->thread[t]))
            counting &= ~threadset_of(t);
    w->busy.waiting &= ~counting;
    return counting;
}

/* Nobody can move but by time-outs and the like? */
static bool may_wait_in_vain(const struct world *w)
{
    return !threadset_any(w->live & ~w->waiting & ~w->busy.waiting);
}

/* The first of the threads that await all others, if nobody else goes on but for no reason. */
static threadset last_of_all(const struct world *w, threadset awaiting)
{
    THREADSET_EACH(t, awaiting)
        if (world_enabled_thread(&w->thread[t]))
            return threadset_of(t);
    return NO_THREADS;
}

static threadset lts_enabled(void *self)
{
    struct world *w = self;
    threadset enabled = w->live & ~w->waiting, awaiting = NO_THREADS;
    for (threadset rest = w->live & w->waiting; threadset_any(rest); rest = threadset_rest(rest)) {
        const struct thread *t = &w->thread[threadset_first(rest)];
        if (t->op.kind == OP_AWAIT_OTHERS)
            awaiting |= threadset_lowest(rest);
        else if (world_enabled_thread(t))
            enabled |= threadset_lowest(rest);
    }
    enabled &= ~busy_wait_ask(w, enabled, leads_back);
    if (!threadset_any(enabled) && threadset_any(w->busy.counting))
        enabled = count_on(w);
    w->idle = false;
    if (threadset_any(awaiting = last_of_all(w, awaiting)))
        return awaiting;
    enum idleness idle = threadset_any(enabled) && may_wait_in_vain(w) ? world_idleness(w, enabled) : IDLE_NOT;
    w->idle = idle == IDLE_POLL || idle == IDLE_TIME;
    if (idle == IDLE_SPURIOUS)
        return NO_THREADS; /* whoever relies on that waits in vain */
    const struct thread *inside = NULL; /* mz_atomic_begin: nobody else moves while one in there can */
    for (threadset rest = enabled & w->atomic; threadset_any(rest); rest = threadset_rest(rest)) {
        const struct thread *t = &w->thread[threadset_first(rest)];
        if (!inside || t->atomic > inside->atomic)
            inside = t;
    }
    return inside ? threadset_of(inside->number) : enabled;
}

static threadset lts_live(void *self)
{
    return ((struct world *)self)->live;
}

static const struct op *lts_next(void *self, tid t)
{
    return &((struct world *)self)->thread[t].op;
}

static void make_step(struct world *w, struct thread *t, unsigned choice)
{
    counting_performing(w, t);
    mz__weak_step.taken = false;
    run_step(w, t, choice);
    while (w->paused)
        pause_end(w, &world_lts);
    counting_performed(w, t);
}

/* The rest of a loop that waits and counts, whose first step began at the state `from`. States are compared with that, and as in Brent's
 * algorithm: with that after 1, 2, 4, 8, ... steps. */
static enum rounds_end make_rounds(struct world *w, struct thread *t, struct digest from, unsigned most)
{
    enum { COMPARED = 1024 }; /* to compare takes memory */
    uint64_t pc = t->loop.pc;
    struct digest kept = {0, 0};
    unsigned steps = 0;
    bool back = marks_is_at(w, from), again = false, for_ever = false;
    w->foresight.learning = false;
    for (; counting_goes_on(w, t) && steps < most && !back && !again && !for_ever; steps++) {
        make_step(w, t, 0);
        w->wire->counters.heartbeat++;
        if (steps < COMPARED) {
            back = marks_is_at(w, from);
            again = marks_is_at(w, kept);
            if ((steps & (steps + 1)) == 0)
                kept = marks_state(w);
        } else if (steps == COMPARED) {
            for_ever = counting_goes_on(w, t) && never_leaves(w, t);
        }
    }
    if (steps > 0 && pc && !back)
        wire_note_place(w->wire->counted, pc);
    return back ? ROUNDS_BACK : again ? ROUNDS_REPEAT : steps < most && !for_ever ? ROUNDS_LEFT : ROUNDS_MANY;
}

/* Is the rest of t's loop part of its step? To ask whether it waits forgets loops that are not cut short. */
static bool is_cut_short(struct world *w, tid t)
{
    if (counting_is_short(w, &w->thread[t]) && !threadset_has(w->busy.known, t))
        leads_back(w, t);
    return counting_is_short(w, &w->thread[t]);
}

/* Where memory is weak: what may leave all as it is, and has several outcomes, leads back to the state that it is made in if it has.
 * Not so who reads the last value: from then on it may wait for ever. */
static bool may_only_learn(const struct world *w, const struct thread *t)
{
    bool reads = op_has(t->op.kind, OP_LOOPS) && t->op.kind >= OP_ATOMIC_LOAD && t->op.kind <= OP_ATOMIC_CAS;
    return w->weak && reads && !t->atomic && world_outcomes(t) > 1;
}

static void learning_step(struct world *w, struct thread *t, unsigned choice)
{
    struct mark m = marks_take(w);
    struct digest memory = w->digest;
    make_step(w, t, choice);
    if (choice > 0 && marks_only_learned(w, memory))
        marks_rewind(w, &m);
}

static void lts_step(void *self, tid t, unsigned choice)
{
    struct world *w = self;
    w->steps++;
    if (may_only_learn(w, &w->thread[t])) {
        busy_wait_performing(w, t);
        learning_step(w, &w->thread[t], choice);
        return;
    }
    bool cut_short = is_cut_short(w, t);
    struct digest here = cut_short ? marks_state(w) : (struct digest){0, 0};
    busy_wait_performing(w, t);
    foresight_begin(w, &w->thread[t], choice);
    make_step(w, &w->thread[t], choice);
    if (cut_short && make_rounds(w, &w->thread[t], here, COUNTING_ALONE) == ROUNDS_MANY)
        world_report(&w->thread[t], FAULT_REFUSED, REFUSED_COUNTS, 0,
                     "to tell whether a loop ends that only counts (%d steps, and nobody is left to end it) is not supported",
                     COUNTING_ALONE);
}

void world_light_step(void *self, tid t, unsigned choice)
{
    struct world *w = self;
    w->leash_due = true;
    lts_step(self, t, choice);
    batched_steps_end(w);
}

static enum lts_end lts_end(void *self)
{
    return ((struct world *)self)->end;
}

static const struct fault *lts_fault(void *self)
{
    struct world *w = self;
    return w->faulted ? &w->fault : NULL;
}

static threadset lts_looping(void *self)
{
    const struct world *w = self;
    return w->busy.waiting & w->busy.known & w->live;
}

static bool lts_way_out_of(void *self, tid t)
{
    return dead_way_out(&((struct world *)self)->thread[t]);
}

static const struct fault *lts_stuck(void *self)
{
    struct world *w = self;
    if (!w->stuck)
        return NULL;
    waits_describe(w, waits_stuck(w), &w->fault);
    return &w->fault;
}

static const struct fault *lts_failed(void *self)
{
    (void)self;
    return world_failed();
}

static uint64_t lts_bytes(void *self)
{
    (void)self;
    return (uint64_t)(mz__hot.undo_top - undo_bottom());
}

static bool lts_grown(void *self)
{
    struct world *w = self;
    w->sharing.grown |= w->weak && weak_world_has_grown();
    bool grown = w->sharing.grown && (!w->frozen || w->wire->blocks); /* blocks that are tracked are found out, too */
    w->sharing.grown = false;
    if (grown) {
        foresight_forget(w);
        race_start_over(w);
    }
    return grown;
}

static threadset lts_foresee(void *self, threadset threads, struct digest *to)
{
    return foresight_look(self, threads, to);
}

static int lts_touches_of(void *self, tid t, struct access out[LTS_MAX_TOUCHES])
{
    const struct world *w = self;
    const struct thread *thread = &w->thread[t];
    bool several = counting_is_short(w, thread) && !counting_looks_once(thread); /* a whole loop, in one step */
    return several ? LTS_EVERYTHING : touches_of(w, t, out);
}

static void lts_begin_reading(void *self, bool pays)
{
    struct world *w = self;
    w->wire->rounds = w->rounds;
    w->matching |= pays;
    if (pays)
        world_watch_alone(); /* what was left in memory may be read then */
}

static int lts_reads(void *self, tid t, struct access out[LTS_MAX_TOUCHES])
{
    const struct world *w = self;
    return w->atomic_functions ? LTS_EVERYTHING : unread_memory_reads(&w->thread[t].op, out, lts_touches_of(self, t, out));
}

static struct digest lts_bare(void *self)
{
    struct digest all = marks_digest(self); /* first: it brings the part up to date */
    return digest_xor(all, ((struct world *)self)->unread);
}

static bool lts_invisible(void *self, tid t)
{
    return touches_nothing_shared(self, t);
}

static bool lts_may_access(void *self, tid t, tid first, const struct access *a)
{
    return may_access(self, t, first, a);
}

static bool lts_likely_access(void *self, tid t, tid first, const struct access *a)
{
    return likely_access(self, t, first, a);
}

static void lts_observe_step(void *self, tid t)
{
    seen_accesses_note(self, t);
}

static void lts_variable_at(void *self, uint64_t addr, bool lock, struct variable_id *out)
{
    (void)self;
    variable_names_find(addr, lock, out);
}

static threadset lts_inside(void *self)
{
    const struct world *w = self;
    return w->atomic & w->live;
}

static threadset lts_unjoined(void *self)
{
    (void)self;
    return boot_thread_numbers();
}

static void lts_aside(void *self, bool begin)
{
    struct world *w = self;
    struct aside *a = &w->aside;
    if (begin) {
        *a = (struct aside){w->recorder, w->race.clocks, w->race.mode + 1};
        w->recorder = NULL;
        w->race.clocks = w->weak; /* which messages are one depends on it */
        w->race.mode = WIRE_RACE_OFF;
    } else {
        w->recorder = a->recorder;
        w->race.clocks = a->clocks;
        w->race.mode = (uint8_t)(a->race - 1);
        a->race = 0;
    }
    world_threads_changed();
}

static const struct fault *lts_notice(void *self)
{
    return race_notice(self);
}

const struct lts world_lts = {
    .name = "world",
    .self = &mz__world,
    .enabled = lts_enabled,
    .live = lts_live,
    .next = lts_next,
    .outcomes = lts_outcomes,
    .step = lts_step,
    .mark = marks_take,
    .rewind = marks_rewind,
    .digest = marks_digest,
    .end = lts_end,
    .fault = lts_fault,
    .grown = lts_grown,
    .bytes = lts_bytes,
    .large = &mz__undo_large,
    .findings = &(const struct lts_findings){.notice = lts_notice, .stuck = lts_stuck, .failed = lts_failed},
    .waiting = &(const struct lts_waiting){
        .idle = &mz__world.idle, .aside = lts_aside, .looping = lts_looping, .way_out = lts_way_out_of},
    .foresight = &(const struct lts_foresight){
        .foresee = lts_foresee, .touches = lts_touches_of, .invisible = lts_invisible, .may_access = lts_may_access,
        .likely_access = lts_likely_access, .observe = lts_observe_step, .inside = lts_inside, .unjoined = lts_unjoined},
    .text = &(const struct lts_text){.variable = lts_variable_at, .within = fragments_within},
    .sharing = &knowledge_sharing,
    .labels = &race_labels,
    .reading = &(const struct lts_reading){
        .begin = lts_begin_reading, .reads = lts_reads, .bare = lts_bare, .content = unread_memory_content, .alone = unread_memory_alone,
        .unseen = &mz__world.unseen},
};
