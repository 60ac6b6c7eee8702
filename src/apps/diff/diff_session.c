/* diff_session.c - see diff_session.h. */
#include "apps/diff/diff_session.h"

#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "apps/diff/diff_report.h"
#include "tool/cli/colour.h"
#include "tool/cli/ini.h"
#include "tool/cli/printable.h"
#include "tool/cli/trust.h"
#include "tool/commands/check_options.h"
#include "tool/commands/checking.h"

/* What all pairs have together if nothing is said: with the build and the first run of a small program, verdicts come within five seconds.
 * A bug is found once more to be shown, and may take somewhat longer then. */
enum { DEFAULT_BUDGET_MS = 4000, BUG_AGAIN_MS = 10000 };

/* --- the configuration -------------------------------------------------------------------------------------------------------- */

static struct strings words_of(const char *option, const char *value)
{
    struct strings words = {0};
    const char *wrong;
    if (value && !ini_words(value, &words, &wrong))
        die("--%s=%s: %s", option, value, wrong);
    return words;
}

static struct targets from_options(const struct diff_settings *s)
{
    struct targets t = {.at = allocate(sizeof *t.at), .count = 1};
    t.at[0] = (struct target){.build = s->build, .program = s->program, .sources = words_of("sources", s->sources),
        .arguments = words_of("arguments", s->arguments), .check = words_of("check", s->check)};
    return t;
}

static struct targets from_file(const char *path)
{
    struct targets t = {0};
    size_t length;
    char *why, *text = read_whole_file(path, &length);
    if (!text)
        die("%s: %s", path, strerror(errno));
    trust_commands_of(path);
    if (!targets_read(path, text, length, &t, &why))
        die("%s", why);
    return t;
}

static void keep_target(struct targets *t, const char *name)
{
    const char **names = allocate((t->count + 1) * sizeof *names);
    for (size_t i = 0; i < t->count; i++) {
        names[i] = t->at[i].name;
        if (strcmp(names[i], name) == 0) {
            t->at[0] = t->at[i];
            t->count = 1;
            return;
        }
    }
    const char *nearest = nearest_word(name, names);
    if (nearest)
        die("the configuration has no target '%s'. Did you mean '%s'?", name, nearest);
    die("the configuration has no target '%s'", name);
}

/* --- the versions -------------------------------------------------------------------------------------------------------------- */


static char *here(void)
{
    char *path = getcwd(NULL, 0);
    if (!path)
        die("the current folder is gone: %s", strerror(errno));
    return path;
}

const char *session_absolute(const char *path)
{
    return !path || path[0] == '/' || strcmp(path, "-") == 0 ? path : path_join(here(), path);
}

/* The nearest folder upwards that has a configuration; else this one. */
static char *folder_of_configuration(void)
{
    char *folder = here(), *at = format_text("%s", folder);
    for (;;) {
        if (file_exists(path_join(at, TARGETS_FILE)))
            return at;
        char *slash = strrchr(at, '/');
        if (!slash || slash == at)
            return folder;
        *slash = '\0';
    }
}

static void find_top(struct session *s)
{
    char *why;
    s->top = git_top(&why);
    if (!s->top && !s->by_name)
        die("%s. `mazurka diff --fragment=FILE:FROM-TO` and --function=NAME need none", why);
    if (!s->top)
        s->top = folder_of_configuration();
}

static void read_configuration(struct session *s)
{
    struct diff_settings *o = s->settings;
    const char *file = o->config ? o->config : path_join(s->top, TARGETS_FILE);
    bool by_options = o->program || o->sources;
    if (by_options && !o->config) {
        s->targets = from_options(o);
        s->folder = here();
    } else {
        if (!o->config && !file_exists(file))
            die("there is no %s in %s, so that it is not known what to check: write one (`mazurka diff --help` shows one), or give "
                "--program=PROGRAM or --sources='FILE.c ...'", TARGETS_FILE, s->top);
        s->targets = from_file(file);
        s->folder = s->top;
        if (by_options) {
            struct targets given = from_options(o);
            s->targets.at = given.at;
            s->targets.count = given.count;
            s->folder = here();
        }
    }
    if (o->target)
        keep_target(&s->targets, o->target);
    if (!*o->range && s->targets.base && !s->by_name)
        o->range = s->targets.base;
    o->rule = o->rule ? o->rule : s->targets.rule ? s->targets.rule : "authors";
    o->jobs = o->jobs ? o->jobs : s->targets.jobs;
}

/* What is built is the newer version. If that is not what is checked out, it is copied to a folder of its own. */
static void choose_root(struct session *s)
{
    s->root = s->top;
    if (s->by_name || !s->versions.new_commit || git_is_checked_out(s->versions.new_commit, s->top))
        return;
    for (size_t i = 0; i < s->targets.count; i++)
        if (s->targets.at[i].program && !s->targets.at[i].build)
            die("%s is not what is checked out, and %s was built from what is: check %s out, or say how to build it (--build, or "
                "`build` in %s)", s->versions.new_name, s->targets.at[i].program, s->versions.new_name, TARGETS_FILE);
    s->root = temp_directory();
    git_copy_out(s->versions.new_commit, s->top, s->root);
    const char *below = starts_with(s->folder, s->top) ? s->folder + strlen(s->top) : "";
    s->folder = format_text("%s%s", s->root, below);
}

static void compare(struct session *s)
{
    if (s->by_name)
        return;
    s->versions = git_versions(s->settings->range);
    s->changes = git_changes(&s->versions, s->top, &s->settings->paths);
    if (s->changes.unmerged)
        warn("note: a merge is not finished: %zu files have conflicts", s->changes.unmerged);
}

/* --- one target --------------------------------------------------------------------------------------------------------------- */

static void build(const struct target *t)
{
    if (!t->build)
        return;
    int status;
    char *words[] = {(char *)"sh", (char *)"-c", (char *)t->build, NULL};
    warn("building: %s", printable(t->build));
    char *output = capture_process(words, &status);
    if (status == 0)
        return;
    fputs(output, stderr);
    die("the program does not build: `%s` ended with status %d", t->build, status);
}

/* Its path, compiled if that is to be done. */
static const char *program_of(const struct target *t)
{
    struct check_settings settings;
    struct strings words = {0}, argv = {0};
    strings_add(&words, "check");
    if (t->program) {
        char *program = realpath(t->program, NULL);
        if (!program)
            die("the program %s: %s%s", t->program, strerror(errno), t->build ? " (it should have been built)" : "");
        strings_add(&words, program);
    } else {
        strings_append(&words, &t->sources);
    }
    strings_append(&words, &t->check);
    check_read_arguments(&settings, (int)words.count, words.at);
    return check_prepare_program(&settings, &argv);
}

static char *read_old(void *session, const char *path, size_t *length)
{
    const struct session *s = session;
    return git_file(s->versions.old_commit, s->top, path, length);
}

static char *read_new(void *session, const char *path, size_t *length)
{
    const struct session *s = session;
    return git_file(NULL, s->root, path, length);
}

static struct strings list_new(void *session)
{
    const struct session *s = session;
    return git_files(s->versions.new_commit, s->top);
}

static void find_fragments(struct session *s, struct subject *subject)
{
    struct sides sides = {.top = s->root, .old_file = read_old, .new_file = read_new, .new_files = list_new, .self = s};
    const struct diff_settings *o = s->settings;
    char *why;
    if (!s->by_name)
        subject->fragments = fragments_of_changes(subject->map, subject->sources_map, &s->changes, &sides);
    for (size_t i = 0; i < o->fragments.count; i++)
        if (!fragments_add_lines(&subject->fragments, subject->map, subject->sources_map, o->fragments.at[i], &why))
            die("--fragment=%s: %s", o->fragments.at[i], why);
    for (size_t i = 0; i < o->functions.count; i++)
        if (!fragments_add_function(&subject->fragments, subject->map, subject->sources_map, o->functions.at[i], &why))
            die("--function=%s: %s", o->functions.at[i], why);
}

static size_t processors(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? (size_t)CPU_COUNT(&set) : 1;
}

/* A program that nobody builds here may be older than the text that it is compared with: its lines would be others. */
static void check_age(const struct session *s, const struct target *t, const char *program)
{
    struct stat built, edited;
    if (!t->program || t->build || stat(program, &built) != 0)
        return;
    for (size_t i = 0; i < s->changes.count; i++) {
        const char *path = s->changes.files[i].new_path;
        if (path && changed_code_is_source(path) && stat(path_join(s->root, path), &edited) == 0 && edited.st_mtime > built.st_mtime)
            die("%s is older than %s: build it first, or say how to (--build, or `build` in %s)", t->program, path, TARGETS_FILE);
    }
}

/* What was said last and nearest counts. Targets share a budget: what one of them does not need is left to the next. */
static struct pair_time time_for(const struct session *s, size_t number)
{
    const struct diff_settings *o = s->settings;
    const struct targets *all = &s->targets;
    uint64_t pair_ms = o->pair_ms ? o->pair_ms : all->at[number].pair_ms ? all->at[number].pair_ms : all->pair_ms;
    uint64_t budget_ms = o->budget_ms ? o->budget_ms : o->pair_ms ? 0 : all->budget_ms ? all->budget_ms : pair_ms ? 0 : DEFAULT_BUDGET_MS;
    uint64_t left = budget_ms > s->spent_ms ? budget_ms - s->spent_ms : 0, own = left / (all->count - number);
    return (struct pair_time){.pair_ms = pair_ms, .jobs = o->jobs ? o->jobs : processors(), .budget_ms = budget_ms && !own ? 1 : own};
}

struct subject session_subject(struct session *s, size_t number)
{
    const struct target *t = &s->targets.at[number];
    const struct diff_settings *o = s->settings;
    struct subject subject = {.name = t->name, .sources = t->sources, .arguments = t->arguments, .check = t->check, .rule = o->rule,
        .time = time_for(s, number), .folder = path_join(s->scratch, format_text("%zu", number)),
        .visible = path_join(s->scratch, format_text("visible-%zu", number))};
    char *why;
    if (mkdir(subject.folder, 0700) != 0)
        die("%s: %s", subject.folder, strerror(errno));
    build(t);
    subject.program = program_of(t);
    check_age(s, t, subject.program);
    subject.map = program_map_open(subject.program, &why);
    if (!subject.map)
        die("%s", why);
    subject.sources_map = source_map_of(subject.map->symbols);
    find_fragments(s, &subject);
    if (s->root != s->top)
        subject.untraceable = format_text("the program was built from a copy of %s: check that out to replay", s->versions.new_name);
    return subject;
}

/* --- bugs --------------------------------------------------------------------------------------------------------------------- */

/* As `mazurka check` shows it: by a command of its own, which replays the bug and writes its trace. */
static void show_bug(const struct session *s, const struct subject *subject, const struct pair *p)
{
    bool from_sources = subject->sources.count && !subject->untraceable;
    struct strings words = pair_command(subject, p, from_sources);
    strings_addf(&words, "--time=%" PRIu64 "ms", p->limit_ms + BUG_AGAIN_MS);
    strings_addf(&words, "--color=%s", s->settings->color);
    if (subject->untraceable)
        strings_add(&words, "--no-trace");
    strings_add(&words, "--");
    strings_append(&words, &subject->arguments);
    const char *title = fragment_title(&subject->fragments.at[p->fragment]);
    fprintf(s->out, "\n%s, thread %zu with thread %zu:\n", printable(title), p->i, p->j);
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

static void show_bugs(const struct session *s, const struct subject *subject)
{
    struct strings shown = {0};
    for (size_t i = 0; i < subject->count; i++) {
        const struct pair *p = &subject->pairs[i];
        const char *headline = p->headline ? p->headline : "";
        if (p->end != PAIR_BUG || strings_contain(&shown, headline))
            continue;
        strings_add(&shown, headline);
        show_bug(s, subject, p);
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

bool session_explore(struct session *s, struct subject *subject)
{
    const struct diff_settings *o = s->settings;
    if (subject->fragments.count) {
        subject->instances = instances_of(subject->map, subject->program, &subject->arguments, &subject->check, subject->visible);
        pairs_make(subject, 0);
        baseline_apply(s->baseline, subject, s->root);
    }
    if (!o->quiet)
        tell(s, subject, diff_print_fragments);
    double began = pair_time_now();
    bool whole = o->dry || explore_pairs(s, subject);
    s->spent_ms += (uint64_t)((pair_time_now() - began) * 1000);
    if (!o->quiet && !o->dry)
        tell(s, subject, diff_print_pairs);
    if (!o->dry)
        show_bugs(s, subject);
    if (!o->quiet && !o->dry)
        tell(s, subject, diff_print_left_out);
    return whole;
}

static const char *baseline_path(const struct session *s)
{
    const struct diff_settings *o = s->settings;
    if (!o->use_baseline || o->dry)
        return NULL;
    return session_absolute(o->baseline ? o->baseline : git_private_path("mazurka-diff.json"));
}

void session_open(struct session *s)
{
    find_top(s);
    read_configuration(s);
    compare(s);
    s->baseline = baseline_open(baseline_path(s));
}

void session_enter(struct session *s)
{
    choose_root(s);
    if (chdir(s->folder) != 0)
        die("%s: %s", s->folder, strerror(errno));
    s->scratch = temp_directory();
}
