/* subject_explore.c - see subject_explore.h. */
#include "apps/diff/subject_explore.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apps/diff/diff_report.h"
#include "tool/cli/colour.h"
#include "tool/cli/printable.h"

/* A bug is found once more to be shown, and may take somewhat longer then. */
enum { BUG_AGAIN_MS = 10000 };

/* --- the whole program ---------------------------------------------------------------------------------------------------------- */

/* Share of the budget: where all of it can be explored, mostly a fraction of a second is enough. */
enum { WHOLE_SHARE = 2 };

/* Pairs have a time each, but together none: the whole program has as much as one of them. */
static uint64_t time_for_whole(const struct pair_time *t)
{
    return t->budget_ms ? t->budget_ms / WHOLE_SHARE + 1 : t->pair_ms;
}

enum { PLACES_EACH = 64 }; /* of one fragment */

/* Places of a fragment of which one at least is executed by whoever executes the fragment: calls, of hooks too, otherwise where each of
 * its pieces begins. */
static size_t places_of(const struct program_map *map, const struct fragment *f, uint64_t *places)
{
    size_t count = 0;
    for (size_t i = 0; i < f->count; i++) {
        size_t before = count;
        for (size_t k = 0; k < map->site_count && count < PLACES_EACH; k++)
            if (map->sites[k].pc - f->at[i].start < f->at[i].length)
                places[count++] = map->sites[k].pc;
        if (count == before && count < PLACES_EACH)
            places[count++] = f->at[i].start;
    }
    return count;
}

static struct whole_program newer_of(const struct subject *subject)
{
    struct whole_program w = {.check = subject->check, .arguments = subject->arguments, .files = subject->folder,
        .limit_ms = time_for_whole(&subject->time)};
    uint64_t *places = NULL;
    strings_add(&w.program, subject->program);
    for (size_t f = 0; f < subject->fragments.count; f++) {
        places = resize(places, (w.place_count + PLACES_EACH) * sizeof *places);
        w.place_count += places_of(subject->map, &subject->fragments.at[f].code, places + w.place_count);
    }
    w.places = places;
    return w;
}

/* Comments make no difference; anything else may, also what no thread interacts by. */
static bool something_changed(const struct subject *subject)
{
    const struct fragments *f = &subject->fragments;
    return f->count || f->local || f->left_out.count || f->perhaps;
}

static bool explore_newer(struct session *s, struct subject *subject)
{
    double began = pair_time_now();
    subject->time.end = began + (double)subject->time.budget_ms / 1000;
    subject->whole = newer_of(subject);
    bool whole = whole_explore(&subject->whole);
    s->spent_ms += (uint64_t)((pair_time_now() - began) * 1000);
    return whole;
}

/* The version before the edit, in a folder of its own. NULL: it is not known how to build it there. */
static const char *older_folder(struct session *s, const struct target *t)
{
    return t->program && (!t->build || t->program[0] == '/') ? NULL : session_older_folder(s);
}

/* All of its bugs: the first one need not be that of the newer version. */
static bool explore_older(struct session *s, struct subject *subject)
{
    const struct target *t = subject->target;
    struct whole_program *w = &subject->older;
    uint64_t limit_ms = 2 * (uint64_t)(subject->whole.seconds * 1000) + 1000;
    if (s->by_name)
        return true;
    *w = (struct whole_program){.end = WHOLE_UNKNOWN, .reason = format_text("it is not known how to build it"),
        .folder = older_folder(s, t), .build = t->build, .program = t->sources, .check = t->check, .arguments = t->arguments,
        .files = subject->folder, .limit_ms = limit_ms, .all = true, .changes = &s->changes};
    if (!w->folder)
        return true;
    if (t->program)
        strings_add(&w->program, path_join(w->folder, t->program));
    return whole_explore(w);
}

/* A bug that the version before the edit has as well may hide one that is new. */
static bool look_behind(struct subject *subject)
{
    struct whole_program *w = &subject->whole;
    if (!whole_has_bug(&subject->older, w->bugs.at[0]))
        return true;
    w->all = true;
    subject->time.end = 0; /* pairs begin with all of their budget */
    return whole_explore(w);
}

static bool explore_whole(struct session *s, struct subject *subject)
{
    if (!s->settings->use_whole || !something_changed(subject))
        return true;
    if (!explore_newer(s, subject))
        return false;
    return subject->whole.end != WHOLE_BUG || (explore_older(s, subject) && look_behind(subject));
}

/* --- bugs --------------------------------------------------------------------------------------------------------------------- */

/* As `mazurka check` shows it: by a command of its own, which replays the bug and writes its trace. */
static void show_bug(const struct session *s, const struct subject *subject, struct strings words, uint64_t limit_ms)
{
    strings_addf(&words, "--time=%" PRIu64 "ms", limit_ms + BUG_AGAIN_MS);
    strings_addf(&words, "--color=%s", s->settings->color);
    if (subject->untraceable)
        strings_add(&words, "--no-trace");
    else if (s->kept)
        strings_addf(&words, "--trace=%s.mzt", path_join(s->start, path_base(subject->program)));
    strings_add(&words, "--");
    strings_append(&words, &subject->arguments);
    fflush(s->out);
    if (s->out == stderr) {
        struct strings shell = {0};
        strings_add(&shell, "sh");
        strings_add(&shell, "-c");
        strings_addf(&shell, "%s >&2", strings_command(&words));
        run_process(shell.at);
    } else {
        run_process(words.at);
    }
    if (subject->untraceable)
        fprintf(s->out, "%s\n", subject->untraceable);
}

/* Compiled once more, from sources that are here, so that the trace is of use later. */
static bool from_sources(const struct subject *subject)
{
    return subject->sources.count && !subject->untraceable;
}

static void tell_older(const struct session *s, const struct subject *subject, const char *headline)
{
    char *sentence = diff_older_sentence(subject, headline);
    if (sentence)
        fprintf(s->out, "%s\n", printable(sentence));
}

static void show_whole(const struct session *s, const struct subject *subject)
{
    const struct whole_program *w = &subject->whole;
    struct strings words = {0};
    if (w->end != WHOLE_BUG)
        return;
    strings_add(&words, self_path());
    strings_add(&words, "check");
    if (from_sources(subject))
        strings_append(&words, &subject->sources);
    else
        strings_add(&words, subject->program);
    strings_add(&words, "--memory-model=sc");
    strings_append(&words, &subject->check);
    if (w->all)
        strings_add(&words, "--all");
    fprintf(s->out, "\n");
    if (!end_is_asked())
        show_bug(s, subject, words, w->limit_ms);
    for (size_t i = 0; i < w->bugs.count && end_is_asked(); i++)
        fprintf(s->out, "bug: %s\n", printable(w->bugs.at[i]));
    for (size_t i = 0; i < w->bugs.count && (i == 0 || subject->older.end == WHOLE_BUG); i++)
        tell_older(s, subject, w->bugs.at[i]);
}

static void show_bugs(const struct session *s, const struct subject *subject)
{
    struct strings shown = {0};
    for (size_t i = 0; i < subject->count; i++) {
        const struct pair *p = &subject->pairs[i];
        const char *headline = p->headline ? p->headline : "";
        if (p->end != PAIR_BUG || strings_contain(&shown, headline))
            continue;
        strings_add(&shown, headline);
        fprintf(s->out, "\n%s, thread %zu with thread %zu:\n", printable(fragment_title(&subject->fragments.at[p->fragment])), p->i, p->j);
        show_bug(s, subject, pair_command(subject, p, from_sources(subject)), p->limit_ms);
        tell_older(s, subject, headline);
    }
}

/* --- the whole ------------------------------------------------------------------------------------------------------------------ */

/* Names in it are others': files, functions. */
static void tell(const struct session *s, const struct subject *subject, void (*print)(const struct subject *subject, FILE *out))
{
    struct colours none = colours_for("never", STDOUT_FILENO);
    char *text;
    size_t length;
    FILE *lines = open_memstream(&text, &length);
    if (!lines)
        die("out of memory");
    print(subject, lines);
    if (fclose(lines) != 0)
        die("out of memory");
    print_lines(text, s->out, &none);
    fflush(s->out);
    free(text);
}

/* No thread has come to a fragment with something that others can notice: there is no point at which another thread could be let in.
 * What is around it is explored then, if threads may execute it. */
static bool widen(struct session *s, struct subject *subject)
{
    bool wider = false;
    for (size_t f = 0; f < subject->fragments.count; f++) {
        if (!pairs_are_absent(subject, f) || !fragment_widen(subject->map, subject->sources_map, &subject->fragments.at[f]))
            continue;
        pairs_again(subject, f);
        wider = true;
    }
    if (wider)
        baseline_apply(s->baseline, subject, s->root);
    return wider;
}

/* Fragments that are wider than what was asked for are named, unless that was of no use. */
static void name_wider(struct subject *subject, const struct code_fragment *asked)
{
    for (size_t f = 0; f < subject->fragments.count; f++) {
        struct code_fragment *now = &subject->fragments.at[f];
        if (now->from == asked[f].from && now->to == asked[f].to)
            continue;
        if (pairs_are_absent(subject, f))
            *now = asked[f];
        else
            strings_addf(&subject->fragments.left_out, "%s: no thread came there with something that others can notice: %s was explored",
                fragment_title(&asked[f]), fragment_title(now));
    }
}

static bool explore_pairs(struct session *s, struct subject *subject)
{
    const struct diff_settings *o = s->settings;
    const struct fragments *all = &subject->fragments;
    struct code_fragment *asked = allocate((all->count + 1) * sizeof *asked);
    bool whole;
    for (size_t f = 0; f < all->count; f++)
        asked[f] = all->at[f];
    do {
        whole = pairs_run(subject, o->quiet);
        baseline_add(s->baseline, subject);
    } while (whole && widen(s, subject));
    name_wider(subject, asked);
    free(asked);
    return whole;
}

/* Bugs of pairs that were there before the edit. */
static bool compare_bugs(struct session *s, struct subject *subject)
{
    for (size_t i = 0; i < subject->count; i++) {
        struct pair *p = &subject->pairs[i];
        if (p->end != PAIR_BUG || !s->settings->use_whole)
            continue;
        if (subject->older.end == WHOLE_UNASKED && !explore_older(s, subject))
            return false;
        p->older = p->headline && whole_has_bug(&subject->older, p->headline);
    }
    return true;
}

bool subject_explore(struct session *s, struct subject *subject)
{
    const struct diff_settings *o = s->settings;
    if (subject->fragments.count) {
        subject->instances = instances_of(subject->map, subject->program, &subject->arguments, &subject->check, subject->visible);
        pairs_make(subject, 0);
        baseline_apply(s->baseline, subject, s->root);
    }
    if (!o->quiet)
        tell(s, subject, diff_print_fragments);
    if (o->dry)
        return true;
    bool goes_on = explore_whole(s, subject);
    if (!o->quiet)
        tell(s, subject, diff_print_whole);
    show_whole(s, subject);
    if (!goes_on || diff_is_decided(subject))
        return goes_on;
    double began = pair_time_now();
    goes_on = explore_pairs(s, subject);
    s->spent_ms += (uint64_t)((pair_time_now() - began) * 1000);
    goes_on = goes_on && compare_bugs(s, subject);
    if (!o->quiet)
        tell(s, subject, diff_print_pairs);
    show_bugs(s, subject);
    if (!o->quiet)
        tell(s, subject, diff_print_left_out);
    return goes_on;
}
