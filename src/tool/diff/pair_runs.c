/* pair_runs.c - see pair_runs.h. */
#include "tool/diff/pair_runs.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "tool/suite/workers.h"

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
    strings_addf(&words, "--time=%" PRIu64 "ms", s->pair_ms);
    return words;
}

static struct task task_for(const struct subject *s, struct pair *p)
{
    struct task t = {.argv = pair_command(s, p, false), .log = p->log, .self = p};
    strings_addf(&t.argv, "--visible-from=%s", s->visible);
    strings_addf(&t.argv, "--json=%s", p->json);
    strings_add(&t.argv, "--no-trace");
    strings_add(&t.argv, "--quiet");
    strings_add(&t.argv, "--");
    strings_append(&t.argv, &s->arguments);
    return t;
}

static char *text_at(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? format_text("%s", text) : NULL;
}

/* What the search says of the pair itself, beside what every search says. */
static const json_t *part_of_pair(const json_t *document)
{
    const json_t *pairs = json_object_get(document, "pairs");
    return json_array_size(pairs) ? json_array_get(pairs, 0) : NULL;
}

/* T_i may be a thread that only some interleavings have. */
static bool never_came(const json_t *document)
{
    const char *word = json_string_value(json_object_get(part_of_pair(document), "verdict"));
    return word && strcmp(word, "never entered") == 0;
}

static enum pair_end end_of(const json_t *document, const char *verdict)
{
    if (strcmp(verdict, "bug") == 0)
        return PAIR_BUG;
    if (strcmp(verdict, "error") == 0 || strcmp(verdict, "unsound") == 0)
        return PAIR_ERROR;
    if (never_came(document))
        return PAIR_ABSENT;
    return strcmp(verdict, "covered") == 0 ? PAIR_COVERED : PAIR_UNKNOWN;
}

/* The last line that a process has left, which says why it has left no document. */
static char *last_words(const char *log)
{
    char *text = read_whole_file(log, NULL);
    size_t end = text ? strlen(text) : 0;
    while (end && text[end - 1] == '\n')
        text[--end] = '\0';
    char *line = text ? strrchr(text, '\n') : NULL;
    line = line ? line + 1 : text;
    return !line || !*line ? format_text("no message") : format_text("%s", starts_with(line, "mazurka: ") ? line + 9 : line);
}

void pair_read(struct pair *p, int status, double seconds)
{
    json_error_t error;
    json_t *document = json_load_file(p->json, 0, &error);
    char *verdict = text_at(document, "verdict");
    const json_t *numbers = json_object_get(document, "statistics");
    p->seconds = seconds;
    if (!verdict) {
        p->end = PAIR_ERROR;
        p->reason = status > 128 ? format_text("the search was ended by signal %d", status - 128) : last_words(p->log);
        json_decref(document);
        return;
    }
    p->end = end_of(document, verdict);
    p->reason = text_at(document, "reason");
    p->states = (uint64_t)json_integer_value(json_object_get(numbers, "states"));
    p->births = (size_t)json_integer_value(json_object_get(numbers, "threads"));
    p->headline = text_at(json_array_get(json_object_get(document, "findings"), 0), "headline");
    json_decref(document);
}

/* --- all of them ------------------------------------------------------------------------------------------------------------ */

static void done(struct task *task, int status, double seconds)
{
    pair_read(task->self, status, seconds);
}

static bool run_waiting(struct subject *s, size_t jobs, bool quiet)
{
    struct task *tasks = allocate((s->count + 1) * sizeof *tasks);
    struct workers how = {.at_a_time = jobs, .what = quiet ? NULL : "pairs", .done = done};
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++)
        if (s->pairs[i].end == PAIR_WAITING)
            tasks[count++] = task_for(s, &s->pairs[i]);
    bool whole = workers_run(&how, tasks, count);
    free(tasks);
    return whole;
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

bool pairs_run(struct subject *s, size_t jobs, bool quiet)
{
    bool whole = run_waiting(s, jobs, quiet);
    while (whole && add_late(s))
        whole = run_waiting(s, jobs, quiet);
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
