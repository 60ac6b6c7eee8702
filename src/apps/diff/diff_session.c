/* diff_session.c - see diff_session.h. */
#include "apps/diff/diff_session.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <xxhash.h>

#include "apps/diff/copied_tree.h"
#include "apps/diff/found_targets.h"
#include "tool/cli/ini.h"
#include "tool/cli/options.h"
#include "tool/cli/printable.h"
#include "tool/cli/result_file.h"
#include "tool/cli/trust.h"

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
    return !path || path[0] == '/' || is_stdout(path) ? path : path_join(here(), path);
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
        s->found = !o->config && !file_exists(file) && !by_options;
        if (!s->found)
            s->targets = from_file(file);
        s->folder = s->top;
        if (by_options) {
            struct targets given = from_options(o);
            s->targets.at = given.at;
            s->targets.count = given.count;
            s->folder = here();
        }
    }
    if (o->target && !s->found)
        keep_target(&s->targets, o->target);
    if (!*o->range && s->targets.base && !s->by_name)
        o->range = s->targets.base;
    o->rule = o->rule ? o->rule : s->targets.rule ? s->targets.rule : "both";
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
    const struct diff_settings *o = s->settings;
    s->versions = o->staged ? git_staged(o->range) : git_versions(o->range);
    s->changes = git_changes(&s->versions, s->top, &s->settings->paths);
    if (s->changes.unmerged)
        warn("note: a merge is not finished: %zu files have conflicts", s->changes.unmerged);
}

/* Files of the newer version. */
static struct strings files_of(const struct session *s)
{
    return git_files(s->versions.new_commit, s->top);
}

const struct source_texts *session_sources(struct session *s)
{
    struct strings files = {0};
    if (!s->sources.at) {
        files = files_of(s);
        s->sources = source_texts_read(s->root, &files);
    }
    return &s->sources;
}

const char *session_older_folder(struct session *s)
{
    if (!s->older_root) {
        s->older_root = temp_directory();
        git_copy_out(s->versions.old_commit, s->top, s->older_root);
    }
    return format_text("%s%s", s->older_root, starts_with(s->folder, s->root) ? s->folder + strlen(s->root) : "");
}

void session_build(const struct target *t)
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

/* --- a repository without a configuration ------------------------------------------------------------------------------------ */

static struct strings changed_files(const struct session *s)
{
    struct strings paths = {0};
    for (size_t i = 0; i < s->changes.count; i++)
        if (s->changes.files[i].new_path)
            strings_add(&paths, s->changes.files[i].new_path);
    return paths;
}

/* Another build does not find what this one has made. */
static uint64_t digest_of_build(const char *command)
{
    static const char *const read_by_builds[] = {"CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "LDLIBS", "MAKEFLAGS", "DEFS"};
    uint64_t digest = XXH3_64bits(command, strlen(command));
    for (size_t i = 0; i < sizeof read_by_builds / sizeof *read_by_builds; i++) {
        const char *value = getenv(read_by_builds[i]);
        digest = XXH3_64bits_withSeed(value ? value : "", value ? strlen(value) + 1 : 0, digest);
    }
    return digest;
}

/* A build leaves nothing in the work tree: it is made in a copy that belongs to the repository, and stays; or in one that does not, where
 * another `mazurka diff` has that one, or the repository cannot be written. */
static void go_to_copy(struct session *s, const char *command, bool tracks)
{
    struct strings listed = files_of(s), files = {0};
    const char *place = git_private_path("mazurka-diff");
    if (s->root != s->top)
        return;
    for (size_t i = 0; i < listed.count; i++)
        if (!ends_with(listed.at[i], ".mzt")) /* what an earlier one has left here is not part of a build */
            strings_add(&files, listed.at[i]);
    const char *copy = place ? session_absolute(path_join(place, format_text("%016" PRIx64, digest_of_build(command)))) : NULL;
    s->kept = copy && copied_tree_reserve(copy);
    s->root = s->folder = s->kept ? copy : path_join(temp_directory(), "copy");
    copied_tree_update(s->root, s->top, &files, tracks);
}

static void find_targets(struct session *s)
{
    bool tracks = false;
    const char *command = found_build(s->root, &tracks);
    struct strings changed = changed_files(s);
    if (command) {
        go_to_copy(s, command, tracks);
        if (chdir(s->folder) != 0)
            die("%s: %s", s->folder, strerror(errno));
        session_build(&(struct target){.build = command});
        if (s->kept)
            copied_tree_built(s->root);
        s->targets = found_programs(s->root, command);
    } else {
        s->targets = found_sources(session_sources(s), s->by_name ? NULL : &changed);
    }
    if (!s->targets.count)
        die("there is no %s in %s, and %s: write one (`mazurka diff --help` shows one), or give --program=PROGRAM or "
            "--sources='FILE.c ...'", TARGETS_FILE, s->top,
            command ? "its build makes no program with Mazurka's compilers" : "no file with a main goes with what has changed");
    warn("note: there is no %s: looking at %s that %s", TARGETS_FILE, show_things(s->targets.count, "program"),
        command ? "the build makes" : "files with a main make");
    if (s->settings->target)
        keep_target(&s->targets, s->settings->target);
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
    s->start = here();
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
    if (s->found)
        find_targets(s);
    s->scratch = temp_directory();
}
