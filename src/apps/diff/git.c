/* git.c - see git.h. */
#include "apps/diff/git.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* --- running git ------------------------------------------------------------------------------------------------------- */

struct answer {
    char  *text;   /* of stdout, ended by NUL */
    size_t length;
    char  *error;  /* first line of stderr */
    int    status; /* 127: git cannot be started */
};

static void read_all(int fd, struct answer *a)
{
    size_t room = 4096;
    a->text = allocate(room);
    for (;;) {
        ssize_t got = read(fd, a->text + a->length, room - a->length - 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        a->length += (size_t)got;
        if (room - a->length < 2)
            a->text = resize(a->text, room *= 2);
    }
    a->text[a->length] = '\0';
}

static char *first_line(const char *path)
{
    char *text = read_whole_file(path, NULL);
    if (!text)
        return format_text("no message");
    char *from = starts_with(text, "fatal: ") ? text + 7 : text;
    return format_text("%.*s", (int)strcspn(from, "\n"), from);
}

/* For messages of git, and for an index that is not the user's. */
static const char *own_folder(void)
{
    static const char *path;
    if (!path)
        path = temp_directory();
    return path;
}

/* Path of the repository's objects, once others are kept beside them, in a folder of our own; NULL before. */
static const char *shared_objects;

/* Messages in English, no locks that others would meet, no program that a variable names for showing differences; objects that are not
 * there are fetched from nowhere. */
static struct strings environment(const char *index)
{
    struct strings all = {0};
    static const char *const dropped[] = {"LC_ALL=", "LANGUAGE=", "GIT_OPTIONAL_LOCKS=", "GIT_EXTERNAL_DIFF=", "GIT_DIFF_OPTS=",
        "GIT_NO_LAZY_FETCH=", "GIT_ALLOW_PROTOCOL="};
    for (char **at = environ; *at; at++) {
        bool drop = index && starts_with(*at, "GIT_INDEX_FILE=");
        for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++)
            drop |= starts_with(*at, dropped[i]);
        if (!drop)
            strings_add(&all, *at);
    }
    strings_add(&all, "LC_ALL=C");
    strings_add(&all, "GIT_OPTIONAL_LOCKS=0");
    strings_add(&all, "GIT_NO_LAZY_FETCH=1");
    strings_add(&all, "GIT_ALLOW_PROTOCOL=none"); /* for those that do not know that one */
    if (index)
        strings_addf(&all, "GIT_INDEX_FILE=%s", index);
    if (shared_objects) {
        strings_addf(&all, "GIT_ALTERNATE_OBJECT_DIRECTORIES=%s", shared_objects);
        strings_addf(&all, "GIT_OBJECT_DIRECTORY=%s", path_join(own_folder(), "objects"));
    }
    return all;
}

static struct answer ask(const struct strings *words, const char *index)
{
    struct answer a = {0};
    int ends[2];
    pid_t child;
    posix_spawn_file_actions_t actions;
    const char *errors = path_join(own_folder(), "errors");
    struct strings variables = environment(index);
    if (pipe2(ends, O_CLOEXEC) < 0)
        die("cannot make a pipe: %s", strerror(errno));
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int error = posix_spawnp(&child, words->at[0], &actions, NULL, words->at, variables.at);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    read_all(ends[0], &a);
    close(ends[0]);
    int status = 127 << 8;
    while (!error && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    a.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
    a.error = error ? format_text("%s", strerror(error)) : first_line(errors);
    return a;
}

static void set(struct strings *words, const char *setting)
{
    strings_add(words, "-c");
    strings_add(words, setting);
}

/* A repository comes from whoever has written it: no program that it names is run, neither as a hook nor to look at files. */
static struct strings git_alone(const char *folder)
{
    struct strings words = {0};
    strings_add(&words, "git");
    if (folder) {
        strings_add(&words, "-C");
        strings_add(&words, folder);
    }
    strings_add(&words, "--no-pager");
    set(&words, "core.quotePath=true");
    set(&words, "core.fsmonitor=");
    set(&words, "core.hooksPath=/dev/null");
    return words;
}

/* Settings of the repository that name filters for the content of files: "local", "filter.x.clean", and so on, each ended by a zero. */
static struct answer ask_for_filters(void)
{
    struct strings question = git_alone(NULL);
    static const char *const more[] = {"config", "--show-scope", "--includes", "--name-only", "-z", "--get-regexp", "^filter\\.", NULL};
    for (size_t i = 0; more[i]; i++)
        strings_add(&question, more[i]);
    return ask(&question, NULL);
}

/* Nor a filter. Those of the user, as for large files, stay. */
static const struct strings *without_filters(void)
{
    static struct strings words;
    static bool asked;
    struct answer a = {0};
    if (!asked)
        a = ask_for_filters();
    asked = true;
    for (const char *scope = a.text, *name; scope && scope < a.text + a.length; scope = name + strlen(name) + 1) {
        name = scope + strlen(scope) + 1;
        if (strcmp(scope, "local") != 0 && strcmp(scope, "worktree") != 0)
            continue;
        if (strchr(name, '='))
            die("this repository names a filter that cannot be left out: %s (git config --local --unset-all)", name);
        set(&words, format_text("%s=%s", name, ends_with(name, ".required") ? "false" : ""));
    }
    return &words;
}

/* git, and what is the same for all of its commands; `folder`: where, NULL: here. */
static struct strings git(const char *folder)
{
    struct strings words = git_alone(folder);
    strings_append(&words, without_filters());
    return words;
}

/* Words that end with NULL. */
static struct answer git_ask(const char *folder, ...)
{
    struct strings words = git(folder);
    va_list more;
    va_start(more, folder);
    for (const char *word; (word = va_arg(more, const char *));)
        strings_add(&words, word);
    va_end(more);
    return ask(&words, NULL);
}

static char *line_of(const struct answer *a)
{
    size_t length = a->length;
    while (length && a->text[length - 1] == '\n')
        length--;
    return format_text("%.*s", (int)length, a->text);
}

/* --- the repository ---------------------------------------------------------------------------------------------------- */

char *git_top(char **why)
{
    if (!find_command("git")) {
        *why = format_text("there is no git here (Debian: apt-get install git)");
        return NULL;
    }
    struct answer a = git_ask(NULL, "rev-parse", "--show-toplevel", NULL);
    if (a.status == 0 && a.length > 1)
        return line_of(&a);
    *why = strstr(a.error, "work tree") ? format_text("this repository has no work tree: `mazurka diff` is for one")
         : strstr(a.error, "not a git repository") ? format_text("this is no git repository")
                                                   : format_text("git rev-parse: %s", a.error);
    return NULL;
}

char *git_private_path(const char *name)
{
    if (!find_command("git"))
        return NULL;
    struct answer a = git_ask(NULL, "rev-parse", "--git-path", name, NULL);
    return a.status == 0 && a.length > 1 ? line_of(&a) : NULL;
}

/* --- versions ---------------------------------------------------------------------------------------------------------- */

static char *find_commit(const char *name)
{
    char *wanted = format_text("%s^{commit}", name);
    struct answer a = git_ask(NULL, "rev-parse", "--verify", "--quiet", "--end-of-options", wanted, NULL);
    return a.status == 0 ? line_of(&a) : NULL;
}

static bool is_shallow(void)
{
    struct answer a = git_ask(NULL, "rev-parse", "--is-shallow-repository", NULL);
    return a.status == 0 && starts_with(a.text, "true");
}

static char *commit_of(const char *name)
{
    char *commit = name[0] == '-' ? NULL : find_commit(name);
    if (commit)
        return commit;
    if (strcmp(name, "HEAD") == 0)
        die("this repository has no commit yet: there is nothing to compare with");
    if (is_shallow())
        die("%s is no revision of this repository, which is a shallow clone: git fetch --unshallow (in pipelines: fetch-depth: 0)", name);
    die("%s is no revision of this repository (git rev-parse %s)%s", name, name,
        file_exists(name) ? ". Names of files come after --" : "");
}

/* What `new` has changed since it left `old`. */
static char *merge_base(const char *old, const char *new)
{
    struct answer a = git_ask(NULL, "merge-base", commit_of(old), commit_of(new), NULL);
    if (a.status != 0)
        die("%s and %s have no commit in common", old, new);
    return line_of(&a);
}

/* The tree is an object: it is kept, with what belongs to it, where nothing of the repository changes. */
static char *staged_tree(void)
{
    struct answer where = git_ask(NULL, "rev-parse", "--path-format=absolute", "--git-path", "objects", NULL);
    if (where.status != 0)
        die("git rev-parse: %s", where.error);
    shared_objects = line_of(&where);
    if (mkdir(path_join(own_folder(), "objects"), 0700) != 0)
        die("%s: %s", own_folder(), strerror(errno));
    struct answer a = git_ask(NULL, "write-tree", NULL);
    if (a.status != 0)
        die("what is staged cannot be compared: %s", a.error);
    return line_of(&a);
}

struct versions git_staged(const char *base)
{
    if (strstr(base, ".."))
        die("--staged compares what is staged with one revision, not with %s", base);
    struct versions v = git_versions(base);
    v.new_name = format_text("what is staged");
    v.new_commit = staged_tree();
    return v;
}

struct versions git_versions(const char *range)
{
    const char *dots = strstr(range, "..");
    struct versions v = {.old_name = format_text("HEAD"), .new_name = format_text("the work tree")};
    if (*range && !dots)
        v.old_name = format_text("%s", range);
    if (dots) {
        bool base = dots[2] == '.';
        const char *new = dots + (base ? 3 : 2);
        v.old_name = dots == range ? format_text("HEAD") : format_text("%.*s", (int)(dots - range), range);
        v.new_name = *new ? format_text("%s", new) : format_text("HEAD");
        v.new_commit = commit_of(v.new_name);
        if (base) {
            v.old_commit = merge_base(v.old_name, v.new_name);
            return v;
        }
    }
    v.old_commit = commit_of(v.old_name);
    return v;
}

bool git_is_checked_out(const char *commit, const char *top)
{
    return git_ask(top, "diff", "--quiet", "--no-ext-diff", "--ignore-submodules", commit, "--", NULL).status == 0;
}

/* --- differences ------------------------------------------------------------------------------------------------------- */

static size_t lines_in(const char *text, size_t length)
{
    size_t lines = length && text[length - 1] != '\n';
    for (size_t i = 0; i < length; i++)
        lines += text[i] == '\n';
    return lines;
}

/* Files that nobody has added yet. */
static void add_untracked(struct changes *changes, const char *top, const struct strings *paths)
{
    struct strings words = git(paths->count ? NULL : top);
    static const char *const question[] = {"ls-files", "--others", "--exclude-standard", "--full-name", "-z", "--", NULL};
    for (size_t i = 0; question[i]; i++)
        strings_add(&words, question[i]);
    strings_append(&words, paths);
    struct answer a = ask(&words, NULL);
    for (size_t at = 0; a.status == 0 && at < a.length; at += strlen(a.text + at) + 1) {
        size_t length;
        char *text = git_file(NULL, top, a.text + at, &length);
        if (text && length)
            changed_file_add(changes_add(changes, NULL, a.text + at), (struct hunk){0, 0, 1, lines_in(text, length)});
        free(text);
    }
}

struct changes git_changes(const struct versions *v, const char *top, const struct strings *paths)
{
    struct changes changes = {0};
    struct strings words = git(NULL);
    static const char *const question[] = {"diff", "--patch", "-U0", "--inter-hunk-context=0", "-M", "--no-color", "--no-ext-diff",
        "--no-textconv", "--no-relative", "--submodule=short", "--ignore-submodules=untracked", "--src-prefix=a/", "--dst-prefix=b/", NULL};
    for (size_t i = 0; question[i]; i++)
        strings_add(&words, question[i]);
    strings_add(&words, v->old_commit);
    if (v->new_commit)
        strings_add(&words, v->new_commit);
    strings_add(&words, "--");
    strings_append(&words, paths);
    struct answer a = ask(&words, NULL);
    char *why;
    if (a.status != 0)
        die("git diff: %s", a.error);
    if (!changes_read(a.text, a.length, &changes, &why))
        die("%s", why);
    if (!v->new_commit)
        add_untracked(&changes, top, paths);
    return changes;
}

/* --- files ------------------------------------------------------------------------------------------------------------- */

char *git_file(const char *commit, const char *top, const char *path, size_t *length)
{
    struct stat status;
    const char *file = path_join(top, path);
    if (!commit)
        return lstat(file, &status) == 0 && S_ISREG(status.st_mode) ? read_whole_file(file, length) : NULL;
    struct answer a = git_ask(top, "cat-file", "blob", format_text("%s:%s", commit, path), NULL);
    *length = a.length;
    return a.status == 0 ? a.text : NULL;
}

struct strings git_files(const char *commit, const char *top)
{
    struct strings paths = {0};
    struct answer a = commit ? git_ask(top, "ls-tree", "-r", "-z", "--name-only", "--full-tree", commit, NULL)
                             : git_ask(top, "ls-files", "-z", "--cached", "--others", "--exclude-standard", NULL);
    for (size_t at = 0; a.status == 0 && at < a.length; at += strlen(a.text + at) + 1)
        strings_add(&paths, a.text + at);
    return paths;
}

/* With an index of its own: that of the user stays as it is. */
void git_copy_out(const char *commit, const char *top, const char *folder)
{
    const char *index = path_join(own_folder(), "index");
    struct strings read = git(top), copy = git(top);
    strings_add(&read, "read-tree");
    strings_add(&read, commit);
    strings_add(&copy, "checkout-index");
    strings_add(&copy, "--all");
    strings_add(&copy, "--force");
    strings_addf(&copy, "--prefix=%s/", folder);
    struct answer a = ask(&read, index);
    if (a.status == 0)
        a = ask(&copy, index);
    if (a.status != 0)
        die("cannot take the files of %s out of the repository: %s", commit, a.error);
}
