/* world.c - the states of the program under test: what is enabled, marks and rewinding, births and deaths of threads. */
#include "world/world.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "base/raw.h"
#include "base/text.h"
#include "world/blocks.h"
#include "world/boot.h"
#include "world/foreign.h"
#include "world/hash.h"
#include "world/identity.h"
#include "world/image.h"
#include "world/inherited.h"
#include "world/knowledge.h"
#include "world/mem.h"
#include "world/moments.h"
#include "world/outside.h"
#include "world/recorder.h"
#include "world/report.h"
#include "world/run.h"
#include "world/samples.h"
#include "world/selfcheck.h"
#include "world/splits.h"
#include "world/stack.h"
#include "world/switch.h"
#include "world/tcb.h"
#include "world/touches.h"
#include "world/undo.h"
#include "world/valid.h"
#include "world/waits.h"

struct hot   mz__hot;
struct world mz__world;

/* Of the process, once it has ended: two ends that differ in it are two states. */
static MODEL int exit_status;

void world_configure(const struct wire_config *config, struct wire *wire)
{
    struct world *w = &mz__world;
    w->wire = wire;
    w->visible = config->visible;
    w->frozen = config->visible == WIRE_VISIBLE_LIST || config->mode == WIRE_REPLAY;
    /* A replay need not know how its schedule was found, unless that has every step. */
    bool any = config->mode == WIRE_REPLAY && !config->every_step;
    w->reduced = any || (config->reduction[0] && !text_equal(config->reduction, "none"));
    w->spurious = config->spurious;
    w->exit_status = config->exit_status;
    w->garbage = config->garbage;
    w->leaks = config->leaks;
    w->reuse = config->reuse;
    w->held_at_exit = config->held_at_exit;
    valid_enable(!config->unchecked_memory);
    w->main_leaves = config->visible == WIRE_VISIBLE_LIST; /* perhaps: no search starts over with what it has found out */
    for (tid t = 0; t < MAX_THREADS; t++)
        w->sharing.lowest[t] = UINT64_MAX;
    w->step_budget = 50000;
    w->runaway = config->runaway_hooks ? config->runaway_hooks : (uint64_t)1 << 31;
    w->setup = true;
    mz__hot.epoch = 1;
}

struct thread *world_thread(tid t)
{
    return &mz__world.thread[t];
}

bool world_in_setup(void)
{
    return mz__world.setup;
}

static bool is_aside(const struct world *w)
{
    return w->aside.race != 0;
}

/* Nobody may rely on it: it is not tried. */
bool world_spurious(void)
{
    return mz__world.spurious && !is_aside(&mz__world);
}

void world_touch(struct thread *t)
{
    struct world *w = &mz__world;
    if (t->epoch == mz__hot.epoch || w->setup)
        return;
    w->touched |= threadset_of(t->number);
    stack_save(t);
}

/* How much the hooks have to do depends on how many threads are alive, or have been and were not joined. */
void world_threads_changed(void)
{
    struct world *w = &mz__world;
    bool sharing = !world_unobserved(w) || w->watch_alone || w->recorder; /* a replay shows everything */
    mz__hot.following = w->setup ? FOLLOW_NOTHING : sharing ? FOLLOW_SHARING : FOLLOW_WRITES;
}

/* What has been explored had other points between its steps: everything starts over, as when memory becomes shared. */
void world_watch_alone(void)
{
    struct world *w = &mz__world;
    w->watch_alone = w->sharing.grown = true;
    world_threads_changed();
}

void world_parts(void)
{
    struct world *w = &mz__world;
    if (!w->reduced || w->parted)
        return;
    w->parted = w->sharing.grown = true;
    world_threads_changed();
}

/* Whoever uses its frame may then come too late. */
void world_main_leaves(void)
{
    struct world *w = &mz__world;
    if (!w->main_leaves && !world_unobserved(w))
        w->main_leaves = w->sharing.grown = true;
}

void world_touches(const struct thread *t, const void *addr, uint64_t size, bool write)
{
    struct world *w = &mz__world;
    w->foresight.learning = false; /* it may read what is shared, beyond its pending operation */
    if (!w->setup && !w->frozen && !world_unobserved(w))
        sharing_touch(&w->sharing, t->number, (uint64_t)addr, size, write);
}

void world_setup_done(struct world *w)
{
    tcb_use(w->thread[0].tp);
    inherited_take();
    w->setup = false;
    mz__hot.undo_top = undo_bottom();
    world_threads_changed();
    identity_new_epoch();
    THREADSET_EACH(t, w->live) {
        foreign_adopt(t);
        world_touch(&w->thread[t]);
    }
    identity_commit(w);
    outside_setup_done();
    world_import_ranges(w->wire); /* now that all memory is known */
}

/* ---- births and deaths -------------------------------------------------------------------------------------------- */

/* As if mz__bottom had announced. */
void world_lay_bottom_frame(struct thread *t)
{
    uint64_t *frame = (uint64_t *)t->stack_base - SWITCH_WORDS;
    memset(frame, 0, SWITCH_WORDS * sizeof *frame);
    frame[SWITCH_CONTROL_WORD] = SWITCH_CONTROL;
    frame[SWITCH_RETURN] = (uint64_t)mz__bottom;
    t->sp = (uint64_t)frame;
}

/* The record of calls ends in a guard: recursion that fills it is a stack overflow. */
static struct frame *reserve_frames(tid t)
{
    uint64_t size = FRAMES_MAX * sizeof(struct frame), shift = t * FRAMES_SHIFT;
    char *map = raw_map(NULL, shift + size + SLOT_GUARD, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    if (!map)
        return NULL;
    raw_syscall(SYS_mprotect, (long)(map + shift + size), SLOT_GUARD, PROT_NONE, 0, 0, 0);
    return (struct frame *)(map + shift);
}

struct thread *world_birth(tid number, uint64_t start, uint64_t argument, uint64_t pc)
{
    struct world *w = &mz__world;
    struct thread *t = &w->thread[number];
    uint64_t tp = tcb_make(number);
    if (!tp)
        return NULL;
    if (!w->lowest_sp[number])
        w->lowest_sp[number] = slot_stack_base(number);
    if (!t->frames)
        t->frames = reserve_frames(number);
    if (!t->frames)
        return NULL;
    if (!w->setup)
        undo_block(t, sizeof *t);
    struct frame *frames = t->frames;
    struct digest digest = t->digest;
    memset(t, 0, sizeof *t);
    t->frames = frames;
    t->digest = digest;
    t->number = number;
    t->tp = tp;
    t->stack_base = slot_stack_base(number) - THREAD_KEEPSAKE;
    t->stack_lo = slot_stack_lo(number);
    t->start = start;
    t->argument = argument;
    t->created_pc = pc;
    t->op.kind = OP_START;
    t->op.pc = start;
    world_lay_bottom_frame(t);
    t->epoch = mz__hot.epoch; /* nothing of it was alive before this epoch */
    t->saved_hi = t->stack_base;
    w->touched |= threadset_of(number);
    w->live |= threadset_of(number);
    w->newborn |= threadset_of(number);
    w->last_born = number;
    uint64_t alive = threadset_size(w->live);
    w->most_threads = alive > w->most_threads ? alive : w->most_threads;
    world_threads_changed();
    world_parked(t);
    return t;
}

void world_death(struct thread *t)
{
    struct world *w = &mz__world;
    world_touch(t);
    mem_clear((void *)t->stack_base, THREAD_KEEPSAKE);
    stack_uncover(t, 0); /* the number, and with it the stack, may be used again */
    tcb_reset(t);
    t->depth = 0;
    w->live &= ~threadset_of(t->number);
    world_threads_changed();
    if (w->live == 0)
        w->end = LTS_ENDED;
}

static void end_everything(enum lts_end how)
{
    struct world *w = &mz__world;
    THREADSET_EACH(t, w->live)
        world_touch(&w->thread[t]);
    w->live = 0;
    w->newborn = 0;
    w->end = how;
    world_threads_changed();
}

static enum performed report_exit(struct thread *t, int status)
{
    return world_report(t, FAULT_EXIT, status, 0, "the program ended with status %d", status);
}

enum performed world_process_exit(struct thread *t, int status)
{
    struct world *w = &mz__world;
    if (w->exit_status == WIRE_EXIT_ZERO && status != 0)
        return report_exit(t, status);
    threadset stuck = waits_stuck(w);
    if (stuck) {
        waits_describe(w, stuck, &w->fault);
        w->faulted = true;
    }
    if (stuck || (w->leaks && blocks_leaked(t)))
        return PERFORM_FAULT;
    if (status != 0)
        mem_set(&exit_status, status);
    w->exited = t->number;
    end_everything(LTS_ENDED);
    return PERFORM_ENDED;
}

enum performed world_assumed_away(struct thread *t)
{
    (void)t;
    end_everything(LTS_ASSUMED);
    return PERFORM_ENDED;
}

/* ---- the labelled transition system ------------------------------------------------------------------------------- */

bool world_enabled_thread(const struct thread *t)
{
    const struct semantics *s = mz__semantics[t->op.kind];
    return !s || !s->enabled || s->enabled(t, &t->op);
}

void world_parked(const struct thread *t)
{
    struct world *w = &mz__world;
    const struct semantics *s = mz__semantics[t->op.kind];
    threadset me = threadset_of(t->number);
    w->waiting = s && (s->enabled || s->idle) ? w->waiting | me : w->waiting & ~me;
    w->atomic = t->atomic ? w->atomic | me : w->atomic & ~me;
}

unsigned world_outcomes(const struct thread *t)
{
    const struct semantics *s = mz__semantics[t->op.kind];
    return s && s->outcomes ? s->outcomes(t, &t->op) : 1;
}

bool world_lone_successor(const struct thread *t)
{
    return world_enabled_thread(t) && world_outcomes(t) <= 1;
}

static unsigned lts_outcomes(void *self, tid t)
{
    return world_outcomes(&((struct world *)self)->thread[t]);
}

/* What some of these, which are enabled, go on for at best. */
static enum idleness idleness_of(const struct world *w, threadset enabled)
{
    enum idleness least = IDLE_SPURIOUS;
    for (threadset rest = enabled; rest && least != IDLE_NOT; rest &= rest - 1) {
        const struct thread *t = &w->thread[threadset_first(rest)];
        const struct semantics *s = mz__semantics[t->op.kind];
        enum idleness own = s && s->idle ? s->idle(t, &t->op) : IDLE_NOT;
        least = own < least ? own : least;
    }
    return least;
}

static bool may_wait_in_vain(const struct world *w)
{
    return !(w->live & ~w->waiting);
}

void world_timed_out(const struct thread *t)
{
    struct world *w = &mz__world;
    threadset others = 0;
    if (w->setup || is_aside(w) || (w->live & ~w->waiting & ~threadset_of(t->number)))
        return;
    THREADSET_EACH(u, w->live & ~threadset_of(t->number))
        others |= world_enabled_thread(&w->thread[u]) ? threadset_of(u) : 0;
    if (idleness_of(w, others) >= IDLE_TIME)
        wire_note_place(w->wire->relied, t->op.pc);
}

static threadset lts_enabled(void *self)
{
    struct world *w = self;
    threadset enabled = w->live & ~w->waiting;
    for (threadset rest = w->live & w->waiting; rest; rest &= rest - 1) {
        const struct thread *t = &w->thread[threadset_first(rest)];
        if (world_enabled_thread(t))
            enabled |= rest & -rest;
    }
    enum idleness idle = enabled && may_wait_in_vain(w) ? idleness_of(w, enabled) : IDLE_NOT;
    w->idle = idle == IDLE_POLL || idle == IDLE_TIME;
    if (idle == IDLE_SPURIOUS)
        return 0; /* whoever relies on that waits in vain */
    const struct thread *inside = NULL; /* mz_atomic_begin: nobody else moves while one in there can */
    for (threadset rest = enabled & w->atomic; rest; rest &= rest - 1) {
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

static void lts_step(void *self, tid t, unsigned choice)
{
    struct world *w = self;
    w->steps++;
    foresight_begin(w, &w->thread[t], choice);
    run_step(w, &w->thread[t], choice);
}

static struct digest memory_digest(struct world *w)
{
    return mz__hot.undo_top == mz__hot.epoch_start && !w->touched ? w->digest : identity_commit(w);
}

static struct digest lts_digest(void *self)
{
    struct world *w = self;
    struct digest d = memory_digest(w);
    return w->race.level == RACE_ORDERED ? digest_xor(d, moments_digest(w->live)) : d;
}

static struct mark lts_mark(void *self)
{
    struct world *w = self;
    struct mark m = {.digest = lts_digest(self), .live = w->live};
    m.position = (uint64_t)mz__hot.undo_top;
    m.extra[0] = w->end | (uint64_t)w->stuck << 32;
    m.extra[1] = selfcheck_mark(w);
    if (!is_aside(w)) {
        splits_look(w);
        samples_look(w);
    }
    m.extra[2] = w->waiting;
    m.extra[3] = w->atomic;
    m.extra[4] = w->foresight.rest.lo;
    m.extra[5] = w->foresight.rest.hi;
    m.extra[6] = w->digest.lo;
    m.extra[7] = w->digest.hi;
    return m;
}

static void lts_rewind(void *self, const struct mark *m)
{
    struct world *w = self;
    if (w->freed && w->end == LTS_RUNNING)
        wire_note_bits(&w->wire->freed_and_left, w->freed);
    undo_to((char *)m->position);
    image_rewound((char *)m->position);
    THREADSET_EACH(t, w->touched)
        foreign_restore(t);
    w->digest = (struct digest){m->extra[6], m->extra[7]};
    w->live = m->live;
    moments_rewound(digest_xor(m->digest, w->digest), w->live);
    w->waiting = m->extra[2];
    w->atomic = m->extra[3];
    w->foresight.rest = (struct digest){m->extra[4], m->extra[5]};
    w->foresight.learning = w->foresight.expecting = false;
    w->end = (enum lts_end)(uint32_t)m->extra[0];
    w->stuck = m->extra[0] >> 32;
    w->touched = w->newborn = 0;
    w->faulted = false;
    world_threads_changed();
    identity_new_epoch();
    selfcheck_compare(w, m->extra[1]);
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
    struct world *w = self;
    if (w->exit_status != WIRE_EXIT_MIXED || exit_status == 0)
        return NULL;
    report_exit(&w->thread[w->exited], exit_status);
    w->faulted = false; /* that is for others to say */
    return &w->fault;
}

static uint64_t lts_bytes(void *self)
{
    (void)self;
    return (uint64_t)(mz__hot.undo_top - undo_bottom());
}

static bool lts_grown(void *self)
{
    struct world *w = self;
    bool grown = w->sharing.grown && !w->frozen;
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
    return touches_of(self, t, out);
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
        w->race.clocks = false;
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
    .mark = lts_mark,
    .rewind = lts_rewind,
    .digest = lts_digest,
    .end = lts_end,
    .fault = lts_fault,
    .idle = &mz__world.idle,
    .aside = lts_aside,
    .stuck = lts_stuck,
    .failed = lts_failed,
    .bytes = lts_bytes,
    .notice = lts_notice,
    .grown = lts_grown,
    .foresee = lts_foresee,
    .touches = lts_touches_of,
    .inside = lts_inside,
    .unjoined = lts_unjoined,
    .divides = knowledge_divides,
    .tell = knowledge_tell,
    .learn = knowledge_learn,
};

enum performed world_report(struct thread *t, enum fault_kind kind, int code, uint64_t addr, const char *format, ...)
{
    struct world *w = &mz__world;
    va_list args;
    memset(&w->fault, 0, sizeof w->fault);
    w->fault.kind = kind;
    w->fault.thread = t->number;
    w->fault.pc = t->op.pc;
    w->fault.addr = addr;
    w->fault.code = code;
    va_start(args, format);
    text_vformat(w->fault.text, sizeof w->fault.text, format, args);
    va_end(args);
    w->faulted = true;
    return PERFORM_FAULT;
}

enum performed world_report_assertion(struct thread *t, const char *expression, const char *file, unsigned line, const char *function)
{
    struct fault *f = &mz__world.fault;
    world_report(t, FAULT_ASSERTION, 0, 0, "%s", expression ? expression : "");
    text_copy(f->file, sizeof f->file, file ? file : "");
    text_copy(f->function, sizeof f->function, function ? function : "");
    f->line = line;
    return PERFORM_FAULT;
}

void world_output(struct thread *t, int stream, const char *file, const char *bytes, size_t size)
{
    if (mz__world.recorder)
        recorder_output(mz__world.recorder, t, stream, file, bytes, size);
}
