/* hunt_search.c - the portfolio: strategies take turns, and look deeper with time. What one execution shows (how long it is, how many
 * threads there are, which accesses are shared) the next one knows. */
#include "apps/hunt/hunt_search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/hunt/hunt_corpus.h"
#include "base/rng.h"

static const char *const strategy_names[] = {
#define HUNT_STRATEGY(name, turns, help) #name,
    HUNT_STRATEGIES(HUNT_STRATEGY)
#undef HUNT_STRATEGY
    NULL};

#define HUNT_STRATEGY(name, turns, help) turns,
static const uint32_t turns_of[] = {HUNT_STRATEGIES(HUNT_STRATEGY)};
#undef HUNT_STRATEGY
#define HUNT_STRATEGY(name, turns, help) +turns
enum { ROUND = 0 HUNT_STRATEGIES(HUNT_STRATEGY) };
#undef HUNT_STRATEGY

const char *hunt_strategy_name(uint32_t strategy)
{
    return strategy_names[strategy];
}

uint32_t hunt_strategy_of(const char *name)
{
    uint32_t i = 0;
    while (i < HUNT_STRATEGY_COUNT && strcmp(name, strategy_names[i]) != 0)
        i++;
    return i;
}

static uint32_t strategy_of(const struct hunt_settings *s, uint64_t execution)
{
    uint32_t only = hunt_strategy_of(s->strategy);
    if (only < HUNT_STRATEGY_COUNT)
        return only;
    uint32_t turn = (uint32_t)(execution % ROUND), i = 0;
    for (; turn >= turns_of[i]; i++)
        turn -= turns_of[i];
    return i;
}

/* From 1 on, up to a depth that grows by one each time that the executions have become four times as many. */
static uint32_t depth_of(const struct hunt_settings *s, uint64_t execution)
{
    uint32_t deepest = 3;
    for (uint64_t n = execution / 64; n; n /= 4)
        deepest++;
    return s->depth ? (uint32_t)s->depth : 1 + (uint32_t)(execution / ROUND % deepest);
}

static uint64_t seed_of(const struct hunt_settings *s, uint64_t execution)
{
    struct rng r;
    rng_seed(&r, s->seed + execution * 0x10001);
    return rng_next(&r);
}

static void learn(struct hunt_wire *w, struct hunt_statistics *s)
{
    s->steps += w->steps;
    s->most_steps = w->steps > s->most_steps ? w->steps : s->most_steps;
    s->most_threads = w->threads > s->most_threads ? w->threads : s->most_threads;
    s->children |= w->children;
    w->length = w->length > w->steps ? (w->length * 7 + w->steps) / 8 : w->steps;
    for (unsigned i = 0; i < HUNT_HOT_BITS / 32; i++) {
        w->hot[i] |= w->found_hot[i];
        s->hooks |= w->found_hot[i] != 0;
    }
    if (w->foreign[0])
        memcpy(s->foreign, w->foreign, sizeof s->foreign);
    s->heap_refused |= w->heap_refused;
    for (unsigned i = 0; i < HUNT_OBJECTS; i++)
        w->object_used[i] = w->object_uses[i] > w->object_used[i] ? w->object_uses[i] : w->object_used[i];
    if (w->keep_pairs)
        hunt_corpus_learn(w);
    for (unsigned i = 0; i < HUNT_MAX_THREADS && i < w->threads; i++)
        w->expected[i] = w->thread[i].own;
}

/* PCT, unless a thread was lowered beside the paper: with n threads and k decisions a bug of depth d is found with probability
 * 1 / (n k^(d-1)) at least. */
static void count_chance(const struct hunt_wire *w, struct hunt_statistics *s)
{
    if (w->strategy != HUNT_BY_pct || w->depth != 2 || !w->steps || w->falls)
        return;
    double p = 1 / (double)w->steps / (double)w->threads;
    s->missed *= 1 - (p < 1 ? p : 1);
    s->by_pct++;
}

unsigned hunt_preemptions(const struct hunt_record *schedule, uint64_t records)
{
    unsigned count = 0;
    for (uint64_t i = 0; i < records && i < HUNT_MAX_RECORDS; i++)
        count += schedule[i].event == HUNT_SWITCH && schedule[i].from_state == HUNT_IS_READY;
    return count;
}

static void keep_schedule(const struct hunt_wire *w, struct hunt_finding *f)
{
    f->records = w->records < HUNT_MAX_RECORDS ? w->records : HUNT_MAX_RECORDS;
    f->cut = w->records > HUNT_MAX_RECORDS;
    f->steps = w->steps;
    free(f->schedule);
    f->schedule = allocate((f->records + 1) * sizeof *f->schedule);
    memcpy(f->schedule, w->record, f->records * sizeof *f->schedule);
    f->preemptions = hunt_preemptions(f->schedule, f->records);
    f->answer_count = w->answers < HUNT_MAX_ANSWERS ? w->answers : HUNT_MAX_ANSWERS;
    free(f->answers);
    f->answers = allocate((f->answer_count + 1) * sizeof *f->answers);
    memcpy(f->answers, w->answer, f->answer_count * sizeof *f->answers);
}

static void keep_race(const struct hunt_wire *w, const struct hunt_race *r, struct hunt_finding *f)
{
    f->race = *r;
    for (int i = 0; i < 2; i++)
        f->race_pc[i] = r->access[i].pc - w->base;
}

static void keep_finding(const struct hunt_machine *m, uint64_t execution, const struct hunt_outcome *o, struct hunt_finding *f)
{
    const struct hunt_wire *w = m->wire;
    f->outcome = *o;
    f->message = format_text("%.*s", (int)sizeof w->message, w->message);
    f->strategy = w->strategy;
    f->depth = w->depth;
    f->seed = w->seed;
    f->length = w->length;
    f->execution = execution + 1;
    f->output = hunt_output(m);
    f->block = w->block;
    if (w->races)
        keep_race(w, &w->race[0], f);
    memcpy(f->hot, w->hot, sizeof f->hot);
    keep_schedule(w, f);
    f->threads = allocate(sizeof w->thread);
    memcpy(f->threads, w->thread, sizeof w->thread);
}

static bool is_known(const struct hunt_raced *all, const struct hunt_race *r)
{
    for (unsigned i = 0; i < all->count; i++)
        for (int side = 0; side < 2; side++)
            if (all->at[i].access[side].pc == r->access[0].pc && all->at[i].access[!side].pc == r->access[1].pc)
                return true;
    return false;
}

static void keep_races(const struct hunt_machine *m, uint64_t execution, struct hunt_outcome o, struct hunt_raced *all)
{
    const struct hunt_wire *w = m->wire;
    bool is_first = w->races && all->first.outcome.fault == HUNT_NO_FAULT && o.fault == HUNT_NO_FAULT;
    for (uint32_t i = 0; i < w->races && i < HUNT_MAX_RACES && all->count < HUNT_MAX_RACES; i++)
        if (!is_known(all, &w->race[i]))
            all->at[all->count++] = w->race[i];
    if (!is_first)
        return;
    o.fault = HUNT_RACE;
    o.status = 1; /* with which a replay ends there */
    keep_finding(m, execution, &o, &all->first);
}

/* False: there is no time, or the user asks for an end, or another process has found something. */
static bool may_go_on(const struct hunt_settings *settings, const struct hunt_part *part, struct hunt_statistics *s)
{
    s->milliseconds = clock_ms(CLOCK_MONOTONIC) - part->began;
    return !end_is_asked() && (!settings->time_ms || s->milliseconds < settings->time_ms) &&
           !(part->found && __atomic_load_n(part->found, __ATOMIC_ACQUIRE));
}

static uint32_t race_mode_of(const struct hunt_settings *s)
{
    return strcmp(s->race, "off") == 0 ? HUNT_RACES_OFF : strcmp(s->race, "error") == 0 ? HUNT_RACES_END : HUNT_RACES_NOTED;
}

static void set_checks(struct hunt_machine *m, uint32_t race_mode, const uint64_t race_pc[2])
{
    struct hunt_wire *w = m->wire;
    w->heap = m->settings->heap;
    w->race_mode = race_mode;
    memcpy(w->race_pc, race_pc, sizeof w->race_pc);
    snprintf(w->trusted, sizeof w->trusted, "%s", m->settings->trust ? m->settings->trust : "");
}

static uint64_t draw_script(struct hunt_wire *w)
{
    struct rng r;
    enum { FRESH = 4 };
    rng_seed(&r, ~w->seed);
    if (rng_below(&r, FRESH) == 0)
        return 0; /* something new, on which nothing was built */
    return hunt_corpus_draw(&r, w->script);
}

/* The seed that was kept, if the execution is one of those that are for them: after the first one, which shows where there are decisions,
 * and again when these executions have shown more. */
static const struct hunt_seed *kept_seed(const struct hunt_seeds *kept, uint64_t execution)
{
    enum { TIMES = 2 };
    return execution >= 1 && execution <= TIMES * kept->count ? &kept->at[(execution - 1) % kept->count] : NULL;
}

/* What all choices of the execution follow from. */
static void draw(struct hunt_wire *w, const struct hunt_settings *settings, uint64_t execution, const struct hunt_seed *kept)
{
    w->strategy = kept ? kept->strategy : strategy_of(settings, execution);
    w->depth = kept ? kept->depth : depth_of(settings, execution);
    w->seed = kept ? kept->seed : seed_of(settings, execution);
    w->length = kept ? kept->length : w->length;
}

static struct hunt_outcome execute(struct hunt_machine *m, uint64_t number, const struct hunt_seed *kept, const struct hunt_statistics *s)
{
    const struct hunt_settings *settings = m->settings;
    struct hunt_wire *w = m->wire;
    w->mode = HUNT_SEARCH;
    draw(w, settings, number, kept);
    w->explain = 0;
    w->keep_pairs = w->strategy == HUNT_BY_rff;
    w->script_count = w->strategy == HUNT_BY_rff ? draw_script(w) : 0;
    w->real_time = settings->real_time;
    set_checks(m, race_mode_of(settings), (const uint64_t[2]){0});
    m->limit_ms = settings->time_ms ? settings->time_ms - s->milliseconds + m->hang_ms + 1000 : 0;
    struct hunt_outcome o = hunt_execute(m, true);
    m->limit_ms = 0;
    if (!o.stopped && !w->started)
        die("%s does not load the scheduler's library: is it linked statically, or set-uid?", settings->name);
    if (!o.stopped && w->uncontrolled)
        die("%s has more than %d threads at once: hunt has no room for more", settings->name, HUNT_MAX_THREADS);
    return o;
}

bool hunt_search(struct hunt_machine *m, const struct hunt_part *part, struct hunt_finding *f, struct hunt_statistics *s)
{
    s->missed = s->executions ? s->missed : 1;
    for (uint64_t i = part->first; i < part->end && may_go_on(m->settings, part, s); i += part->step) {
        const struct hunt_seed *kept = kept_seed(&part->kept, i);
        struct hunt_outcome o = execute(m, i, kept, s);
        if (o.stopped)
            break;
        s->executions++;
        keep_races(m, i, o, part->raced);
        if (o.fault != HUNT_NO_FAULT) {
            keep_finding(m, i, &o, f);
            f->kept = kept;
            s->milliseconds = clock_ms(CLOCK_MONOTONIC) - part->began;
            return true;
        }
        s->given_up += o.given_up;
        if (!o.given_up && !kept)
            count_chance(m->wire, s);
        learn(m->wire, s);
    }
    s->stopped = end_is_asked();
    s->milliseconds = clock_ms(CLOCK_MONOTONIC) - part->began;
    return false;
}

/* --- again ------------------------------------------------------------------------------------------------------------------ */

static void set_script(struct hunt_machine *m, const struct hunt_finding *f, enum hunt_mode mode, const struct hunt_record *script,
    uint64_t count)
{
    struct hunt_wire *w = m->wire;
    w->mode = mode;
    w->keep_pairs = 0;
    w->strategy = f->strategy;
    w->depth = f->depth;
    w->seed = f->seed;
    w->script_count = count;
    w->real_time = m->settings->real_time;
    set_checks(m, f->outcome.fault == HUNT_RACE ? HUNT_RACES_END : HUNT_RACES_OFF, f->race_pc);
    memcpy(w->script, script, count * sizeof *script);
    w->answer_script_count = f->answer_count;
    memcpy(w->answer_script, f->answers, f->answer_count * sizeof *f->answers);
    memcpy(w->hot, f->hot, sizeof w->hot);
}

void hunt_follow(struct hunt_machine *m, const struct hunt_finding *f)
{
    set_script(m, f, HUNT_EXACT, f->schedule, f->records);
}

static struct hunt_outcome follow(struct hunt_machine *m, const struct hunt_finding *f, enum hunt_mode mode,
                                  const struct hunt_record *script, uint64_t count)
{
    set_script(m, f, mode, script, count);
    m->limit_ms = 2000 + 20 * f->outcome.milliseconds + m->hang_ms;
    struct hunt_outcome o = hunt_execute(m, true);
    m->limit_ms = 0;
    return o;
}

static bool same_fault(const struct hunt_machine *m, const struct hunt_finding *f, const struct hunt_outcome *o)
{
    if (o->fault != f->outcome.fault || o->status != f->outcome.status || o->signal != f->outcome.signal)
        return false;
    return strncmp(m->wire->message, f->message, sizeof m->wire->message) == 0;
}

void hunt_confirm(struct hunt_machine *m, struct hunt_finding *f, unsigned times)
{
    f->replays = f->reproduced = 0;
    f->differed = 0;
    m->wire->explain = 0;
    for (unsigned i = 0; i < times && !end_is_asked(); i++) {
        struct hunt_outcome o = follow(m, f, HUNT_EXACT, f->schedule, f->records);
        if (o.stopped)
            return;
        bool same = same_fault(m, f, &o);
        f->replayed = o;
        f->replays++;
        f->reproduced += same;
        if (m->wire->diverged && !f->differed)
            f->differed = m->wire->diverged;
        if (same)
            f->output = hunt_output(m);
    }
}

void hunt_explain(struct hunt_machine *m, const struct hunt_finding *f)
{
    m->wire->explain = 1;
    struct hunt_outcome o = follow(m, f, HUNT_EXACT, f->schedule, f->records);
    if (!same_fault(m, f, &o) && f->threads) { /* what was met once, without stacks */
        memcpy(m->wire->thread, f->threads, sizeof m->wire->thread);
        memcpy(m->wire->record, f->schedule, f->records * sizeof *f->schedule);
        m->wire->records = f->records;
        m->wire->crash_pc = 0;
        m->wire->race[0] = f->race;
        m->wire->races = f->outcome.fault == HUNT_RACE;
        m->wire->block = f->block;
    }
    m->wire->explain = 0;
}

/* --- smaller: a thread that was preempted runs on to the end of its next segment, as in Jalbert, Sen, "A Trace Simplification
 * Technique for Effective Debugging of Concurrent Programs"; many at once at first --- */

/* The thread's next segment follows this one at once. */
static void run_on(struct segment *at, size_t i, size_t *count)
{
    size_t next = i + 1;
    while (next < *count && at[next].thread != at[i].thread)
        next++;
    if (next == *count)
        return;
    at[i].own = at[next].own;
    at[i].preempted = at[next].preempted;
    memmove(&at[next], &at[next + 1], (--*count - next) * sizeof *at);
}

/* What the guided execution has done is the new schedule, if it leads there, and is smaller. */
static bool try_segments(struct hunt_machine *m, struct hunt_finding *f, const struct segment *at, size_t count)
{
    struct hunt_record *script = allocate(count * sizeof *script);
    for (size_t i = 0; i < count; i++)
        script[i] = (struct hunt_record){.thread = at[i].thread, .own = at[i].own};
    struct hunt_outcome o = follow(m, f, HUNT_GUIDED, script, count);
    free(script);
    if (o.stopped || !same_fault(m, f, &o) || m->wire->records > HUNT_MAX_RECORDS)
        return false;
    struct hunt_finding smaller = *f;
    smaller.schedule = NULL;
    smaller.answers = NULL;
    keep_schedule(m->wire, &smaller);
    if (smaller.preemptions > f->preemptions || (smaller.preemptions == f->preemptions && smaller.records >= f->records)) {
        free(smaller.schedule);
        free(smaller.answers);
        return false;
    }
    free(f->schedule);
    free(f->answers);
    *f = smaller;
    return true;
}

/* Threads preempted among the segments [from, from + size) run on. */
static bool try_window(struct hunt_machine *m, struct hunt_finding *f, size_t from, size_t size)
{
    struct segment *at = allocate((f->records + 1) * sizeof *at);
    size_t count = hunt_segments(f->schedule, f->records, at), before = count;
    for (size_t i = from, n = 0; n < size && i < count; n++) {
        if (at[i].preempted)
            run_on(at, i, &count);
        else
            i++;
    }
    bool smaller = count < before && try_segments(m, f, at, count);
    f->tries += count < before;
    free(at);
    return smaller;
}

void hunt_shrink(struct hunt_machine *m, struct hunt_finding *f, unsigned tries)
{
    enum { ROUNDS = 2, LONGEST = 20000 };
    uint64_t end = clock_ms(CLOCK_MONOTONIC) + LONGEST;
    f->preemptions_before = f->preemptions;
    for (int round = 0; round < ROUNDS; round++) {
        for (size_t size = f->records; size > 0; size = size > 1 ? (size + 1) / 2 : 0)
            for (size_t from = 0; from < f->records && f->tries < tries && !end_is_asked() && clock_ms(CLOCK_MONOTONIC) < end;)
                from += try_window(m, f, from, size) ? 0 : size;
    }
}
