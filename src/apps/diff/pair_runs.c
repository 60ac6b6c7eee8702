/* pair_runs.c - see pair_runs.h. */
#include "apps/diff/pair_runs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "apps/diff/search_outcome.h"
#include "tool/cli/options.h"
#include "tool/cli/workers.h"

const char *pair_end_word(enum pair_end end)
{
    static const char *const words[PAIR_ENDS] = {"waiting", "known", "covered", "absent", "unknown", "bug", "error"};
    return words[end];
}

/* --- which there are ------------------------------------------------------------------------------------------------------- */

static void add(struct subject *s, size_t fragment, size_t i, size_t j)
{
    s->pairs = resize(s->pairs, (s->count + 1) * sizeof *s->pairs);
    s->pairs[s->count] = (struct pair){.fragment = fragment, .i = i, .j = j,
        .json = path_join(s->folder, format_text("pair-%zu.json", s->count)),
        .log = path_join(s->folder, format_text("pair-%zu.log", s->count))};
    s->count++;
}

void pairs_make(struct subject *s, size_t known)
{
    for (size_t f = 0; f < s->fragments.count; f++)
        for (size_t i = 0; i < s->instances.count; i++) {
            if (!instance_may_execute(s->map, &s->instances, i, &s->fragments.at[f].code))
                continue;
            for (size_t j = 0; j < s->instances.count; j++)
                if (i != j && (i >= known || j >= known))
                    add(s, f, i, j);
        }
}

/* --- one search ------------------------------------------------------------------------------------------------------------- */

struct strings pair_command(const struct subject *s, const struct pair *p, bool from_sources)
{
    const struct code_fragment *f = &s->fragments.at[p->fragment];
    struct strings words = {0};
    strings_add(&words, self_path());
    strings_add(&words, "check");
    if (from_sources)
        strings_append(&words, &s->sources);
    else
        strings_add(&words, s->program);
    strings_append(&words, &s->check);
    strings_add(&words, "--search=pairwise");
    if (f->from && f->file)
        strings_addf(&words, "--fragment=%s:%u-%u", from_sources ? f->shown : f->file->name, f->from, f->to);
    else
        strings_addf(&words, "--function=%s", f->function);
    strings_addf(&words, "--pair=%zu,%zu", p->i, p->j);
    strings_addf(&words, "--pair-rule=%s", s->rule);
    return words;
}

/* Its limit is known when it is started. */
static void begin(struct task *task, void *subject)
{
    struct subject *s = subject;
    struct pair *p = task->self;
    p->limit_ms = pair_time_take(&s->time, pair_time_now());
    task->argv = pair_command(s, p, false);
    strings_addf(&task->argv, "--time=%" PRIu64 "ms", p->limit_ms);
    strings_addf(&task->argv, "--visible-from=%s", s->visible);
    strings_addf(&task->argv, "--json=%s", p->json);
    strings_add(&task->argv, "--no-trace");
    strings_add(&task->argv, "--quiet");
    strings_add(&task->argv, "--");
    strings_append(&task->argv, &s->arguments);
}

/* T_i may be a thread that only some interleavings have. */
static bool never_came(const struct search_outcome *o)
{
    return o->pair && strcmp(o->pair, "never entered") == 0;
}

static enum pair_end end_of(const struct search_outcome *o)
{
    if (strcmp(o->verdict, "bug") == 0)
        return PAIR_BUG;
    if (strcmp(o->verdict, "error") == 0 || strcmp(o->verdict, "unsound") == 0)
        return PAIR_ERROR;
    if (never_came(o))
        return PAIR_ABSENT;
    return strcmp(o->verdict, "covered") == 0 ? PAIR_COVERED : PAIR_UNKNOWN;
}

/* Takes from the JSON document of a search what became of the pair. */
static void pair_read(struct pair *p, int status, double seconds)
{
    struct search_outcome o = search_outcome_read(p->json, p->log, status);
    p->seconds = seconds;
    p->end = o.verdict ? end_of(&o) : PAIR_ERROR;
    p->reason = o.reason;
    p->states = o.states;
    p->births = o.births;
    p->headline = o.headlines.count ? format_text("%s", o.headlines.at[0]) : NULL;
    p->unfinished = p->end == PAIR_UNKNOWN && o.unfinished;
    if (p->unfinished)
        p->reason = format_text("not finished in %s, %s", show_duration(p->limit_ms), show_things(p->states, "state"));
}

/* --- all of them ------------------------------------------------------------------------------------------------------------ */

static void done(struct task *task, int status, double seconds)
{
    pair_read(task->self, status, seconds);
}

/* Earlier pairs of instances of the same static threads, for the same fragment: the more there are, the less is to be expected of it. */
static size_t like_before(const struct subject *s, size_t n)
{
    size_t count = 0;
    const struct pair *p = &s->pairs[n];
    for (size_t k = 0; k < n; k++) {
        const struct pair *q = &s->pairs[k];
        count += q->fragment == p->fragment && strcmp(s->instances.at[q->i].start, s->instances.at[p->i].start) == 0 &&
                 strcmp(s->instances.at[q->j].start, s->instances.at[p->j].start) == 0;
    }
    return count;
}

/* Pairs that wait, in the order of what is to be expected of them: one of each kind after the other, and last those whose first thread was
 * not seen in the fragment. */
static size_t in_order(struct subject *s, struct task *tasks, bool (*wanted)(const struct subject *s, size_t pair))
{
    size_t count = 0, left = 0, *rank = allocate((s->count + 1) * sizeof *rank);
    for (size_t i = 0; i < s->count; i++) {
        const struct pair *p = &s->pairs[i];
        bool seen = instance_was_there(&s->instances, p->i, &s->fragments.at[p->fragment].code);
        rank[i] = like_before(s, i) + (seen ? 0 : s->count);
        left += p->end == PAIR_WAITING && wanted(s, i);
    }
    for (size_t r = 0; count < left; r++)
        for (size_t i = 0; i < s->count; i++)
            if (rank[i] == r && s->pairs[i].end == PAIR_WAITING && wanted(s, i))
                tasks[count++] = (struct task){.log = s->pairs[i].log, .self = &s->pairs[i]};
    free(rank);
    return count;
}

static bool same_first(const struct pair *p, const struct pair *q)
{
    return p->fragment == q->fragment && p->i == q->i;
}

/* The first of those with the same fragment and first thread, none of which has been explored. */
static bool is_scout(const struct subject *s, size_t n)
{
    for (size_t k = 0; k < s->count; k++)
        if (k != n && same_first(&s->pairs[k], &s->pairs[n]) && (k < n || s->pairs[k].end != PAIR_WAITING))
            return false;
    return true;
}

static bool is_any(const struct subject *s, size_t n)
{
    return n < s->count;
}

/* A thread that never comes to the fragment in one of its pairs does so in none: until it does, who is second does not matter. */
static void pass_over_absent(struct subject *s)
{
    for (size_t k = 0; k < s->count; k++)
        for (size_t n = 0; s->pairs[k].end == PAIR_ABSENT && n < s->count; n++)
            if (s->pairs[n].end == PAIR_WAITING && same_first(&s->pairs[k], &s->pairs[n]))
                s->pairs[n].end = PAIR_ABSENT;
}

static bool run_some(struct subject *s, bool quiet, bool (*wanted)(const struct subject *s, size_t pair))
{
    struct task *tasks = allocate((s->count + 1) * sizeof *tasks);
    struct workers how = {.at_a_time = s->time.jobs, .what = quiet ? NULL : "pairs", .begin = begin, .self = s, .done = done};
    size_t count = in_order(s, tasks, wanted);
    s->time.waiting = 0;
    for (size_t i = 0; i < s->count; i++)
        s->time.waiting += s->pairs[i].end == PAIR_WAITING;
    bool whole = workers_run(&how, tasks, count);
    free(tasks);
    return whole;
}

static bool run_waiting(struct subject *s, bool quiet)
{
    bool whole = run_some(s, quiet, is_scout);
    pass_over_absent(s);
    return whole && run_some(s, quiet, is_any);
}

/* Pairs that were not finished wait again, if they would have enough more time now than they had. */
static bool wait_again(struct subject *s)
{
    size_t count = 0;
    uint64_t most = 0;
    for (size_t i = 0; i < s->count; i++)
        if (s->pairs[i].unfinished) {
            count++;
            most = s->pairs[i].limit_ms > most ? s->pairs[i].limit_ms : most;
        }
    if (!count || !pair_time_allows(&s->time, pair_time_now(), count, most))
        return false;
    for (size_t i = 0; i < s->count; i++)
        if (s->pairs[i].unfinished) {
            s->pairs[i].unfinished = false;
            s->pairs[i].end = PAIR_WAITING;
        }
    return true;
}

/* Threads that only some interleavings create: their pairs follow. What they execute is not known, so it may be anything. */
static bool add_late(struct subject *s)
{
    size_t known = s->instances.count, most = known;
    for (size_t i = 0; i < s->count; i++)
        most = s->pairs[i].births > most ? s->pairs[i].births : most;
    if (most == known)
        return false;
    struct instances *all = &s->instances;
    all->at = resize(all->at, most * sizeof *all->at);
    for (; all->count < most; all->count++) {
        struct instance *late = &all->at[all->count];
        *late = (struct instance){.start = "?", .reached = allocate(s->map->function_count + 1)};
        memset(late->reached, true, s->map->function_count);
    }
    pairs_make(s, known);
    return true;
}

bool pairs_run(struct subject *s, bool quiet)
{
    bool whole;
    do
        whole = run_waiting(s, quiet);
    while (whole && (add_late(s) || wait_again(s)));
    return whole;
}

bool pairs_are_absent(const struct subject *s, size_t fragment)
{
    size_t pairs = 0, absent = 0;
    for (size_t i = 0; i < s->count; i++)
        if (s->pairs[i].fragment == fragment) {
            pairs++;
            absent += s->pairs[i].end == PAIR_ABSENT;
        }
    return pairs && absent == pairs;
}

void pairs_again(struct subject *s, size_t fragment)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->pairs[i].fragment == fragment)
            s->pairs[i].end = PAIR_WAITING;
}
