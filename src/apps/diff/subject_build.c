/* subject_build.c - see subject_build.h. */
#include "apps/diff/subject_build.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "apps/diff/code/inclusion.h"
#include "tool/commands/check_options.h"
#include "tool/commands/checking.h"

/* What all pairs have together if nothing is said: with the build and the first run of a small program, verdicts come within five
 * seconds. */
enum { DEFAULT_BUDGET_MS = 4000 };

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

static const struct source_texts *new_sources(void *session)
{
    return session_sources(session);
}

static struct sides sides_of(struct session *s)
{
    return (struct sides){
        .top = s->root,
        .old_file = read_old,
        .new_file = read_new,
        .new_sources = new_sources,
        .configuration = TARGETS_FILE,
        .self = s,
    };
}

static void find_fragments(struct session *s, struct subject *subject)
{
    struct sides sides = sides_of(s);
    const struct diff_settings *o = s->settings;
    char *why;
    if (!s->by_name) /* what is named must be there, but not in each of the programs that were found */
        subject->fragments = fragments_of_changes(subject->map, subject->sources_map, &s->changes, &sides);
    for (size_t i = 0; i < o->fragments.count; i++)
        if (!fragments_add_lines(&subject->fragments, subject->map, subject->sources_map, o->fragments.at[i], &why) && !s->found)
            die("--fragment=%s: %s", o->fragments.at[i], why);
    for (size_t i = 0; i < o->functions.count; i++)
        if (!fragments_add_function(&subject->fragments, subject->map, subject->sources_map, o->functions.at[i], &why) && !s->found)
            die("--function=%s: %s", o->functions.at[i], why);
}

static size_t processors(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? (size_t)CPU_COUNT(&set) : 1;
}

/* May the program be made of the file, as far as it and its sources tell? */
static bool is_made_of(struct session *s, const struct subject *subject, const char *path)
{
    struct sides sides = sides_of(s);
    return source_map_file(subject->sources_map, s->root, path) || may_be_included(&sides, subject->sources_map, path);
}

static bool is_younger(const struct stat *a, const struct stat *b)
{
    return a->st_mtim.tv_sec > b->st_mtim.tv_sec || (a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec > b->st_mtim.tv_nsec);
}

/* A program that is older than the text which it is compared with would have other lines: nobody has built it here, or its build does not
 * know what it depends on. */
static void check_age(struct session *s, const struct subject *subject)
{
    const struct target *t = subject->target;
    struct stat built, edited;
    if (!t->program || stat(subject->program, &built) != 0)
        return;
    for (size_t i = 0; i < s->changes.count; i++) {
        const char *path = s->changes.files[i].new_path;
        if (!path || !is_source_name(path) || stat(path_join(s->root, path), &edited) != 0 || !is_younger(&edited, &built))
            continue;
        if (!t->build)
            die("%s is older than %s: build it first, or say how to (--build, or `build` in %s)", t->program, path, TARGETS_FILE);
        if (is_made_of(s, subject, path))
            die("%s is older than %s: `%s` has not made it anew, though it is made of that file", t->program, path, t->build);
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

struct subject subject_build(struct session *s, size_t number)
{
    const struct target *t = &s->targets.at[number];
    const struct diff_settings *o = s->settings;
    struct subject subject = {.target = t, .older_name = s->versions.old_name, .name = t->name, .sources = t->sources,
        .arguments = t->arguments, .check = t->check, .rule = o->rule, .time = time_for(s, number),
        .folder = path_join(s->scratch, format_text("%zu", number)),
        .visible = path_join(s->scratch, format_text("visible-%zu", number))};
    char *why;
    if (mkdir(subject.folder, 0700) != 0)
        die("%s: %s", subject.folder, strerror(errno));
    if (!s->found)
        session_build(t);
    subject.program = program_of(t);
    subject.map = program_map_open(subject.program, &why);
    if (!subject.map)
        die("%s", why);
    subject.sources_map = source_map_of(subject.map->symbols);
    check_age(s, &subject);
    find_fragments(s, &subject);
    if (s->root != s->top && !s->kept)
        subject.untraceable = format_text("the program was built from a copy of %s: check that out to replay", s->versions.new_name);
    return subject;
}
