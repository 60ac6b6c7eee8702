/* found_targets.c - see found_targets.h. */
#include "apps/diff/found_targets.h"

#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tool/binary/elf/objects.h"
#include "tool/cli/trust.h"
#include "tool/compile/compile.h"

/* --- of a build --------------------------------------------------------------------------------------------------------------- */

/* Beside the tool: what a build takes for a compiler. */
static char *compiler(const char *name)
{
    const char *self = self_path();
    return shell_quote(format_text("%.*s%s", (int)(path_base(self) - self), self, name));
}

const char *found_build(const char *folder, bool *tracks)
{
    const struct {
        const char *file, *command;
        bool tracks;
    } builds[] = {
        {"CMakeLists.txt", "cmake -S . -B mazurka-build -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_COMPILER=%s -DCMAKE_CXX_COMPILER=%s && "
                           "cmake --build mazurka-build", true},
        {"meson.build", "{ test -d mazurka-build || CC=%s CXX=%s meson setup mazurka-build; } && ninja -C mazurka-build", true},
        {"configure", "{ test -f Makefile || ./configure CC=%s CXX=%s; } && make", false},
        {"GNUmakefile", "make CC=%s CXX=%s", false},
        {"makefile", "make CC=%s CXX=%s", false},
        {"Makefile", "make CC=%s CXX=%s", false},
    };
    for (size_t i = 0; i < sizeof builds / sizeof *builds; i++) {
        const char *file = path_join(folder, builds[i].file), *between = strstr(builds[i].command, "%s");
        if (!file_exists(file))
            continue;
        trust_commands_of(file);
        *tracks = builds[i].tracks;
        const char *rest = strstr(between + 2, "%s");
        return format_text("%.*s%s%.*s%s%s", (int)(between - builds[i].command), builds[i].command, compiler("mazurka-cc"),
            (int)(rest - between - 2), between + 2, compiler("mazurka-c++"), rest + 2);
    }
    return NULL;
}

static void add(struct targets *t, struct target target)
{
    t->at = resize(t->at, (t->count + 1) * sizeof *t->at);
    t->at[t->count++] = target;
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

struct targets found_programs(const char *folder, const char *build)
{
    struct targets t = {0};
    char *const roots[] = {(char *)folder, NULL};
    FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
    char *why;
    for (FTSENT *e = tree ? fts_read(tree) : NULL; e; e = fts_read(tree)) {
        if (e->fts_info == FTS_D && (strcmp(e->fts_name, "CMakeFiles") == 0 || strcmp(e->fts_name, ".git") == 0))
            fts_set(tree, e, FTS_SKIP);
        if (e->fts_info != FTS_F || !(e->fts_statp->st_mode & S_IXUSR) || !program_is_ours(e->fts_path, &why))
            continue;
        const char *name = format_text("%s", e->fts_path + strlen(folder) + 1);
        add(&t, (struct target){.name = name, .build = build, .program = name});
    }
    if (tree)
        fts_close(tree);
    return t;
}

/* --- of files ------------------------------------------------------------------------------------------------------------------ */

/* A line without an indentation that begins a function of this name, as far as its text tells. */
static bool begins_main(const struct code_text *t, size_t line)
{
    const char *text = t->line[line], *name = strstr(text, "main");
    if (*text == ' ' || *text == '\t' || *text == '#' || !name || !code_text_mentions(t, line, "main"))
        return false;
    name += strcspn(name + 4, "(;") + 4;
    return *name == '(' && !strchr(name, ';');
}

static bool has_main(const struct source_text *t)
{
    for (size_t line = 1; line <= t->code.count; line++)
        if (begins_main(&t->code, line))
            return true;
    return false;
}

/* The same name, but for what follows the last dot. */
static bool same_stem(const char *a, const char *b)
{
    const char *dot_a = strrchr(a, '.'), *dot_b = strrchr(b, '.');
    size_t length = dot_a ? (size_t)(dot_a - a) : strlen(a);
    return length == (dot_b ? (size_t)(dot_b - b) : strlen(b)) && strncmp(a, b, length) == 0;
}

/* Files that the first one needs, as far as their #includes tell. `with_main[i]`: file i is a program of its own. */
static void add_needed(struct strings *needed, const struct source_texts *all, const bool *with_main, size_t first)
{
    const struct strings *includes = &all->at[first].quoted;
    strings_add(needed, all->at[first].path);
    for (size_t i = 0; i < includes->count; i++)
        for (size_t k = 0; k < all->count; k++) {
            const char *name = path_base(all->at[k].path), *wanted = includes->at[i];
            bool belongs = strcmp(name, wanted) == 0 || (is_source(name) && !with_main[k] && same_stem(name, wanted));
            if (belongs && !strings_contain(needed, all->at[k].path))
                add_needed(needed, all, with_main, k);
        }
}

/* -I for each folder with a header. */
static struct strings include_folders(const struct source_texts *all)
{
    struct strings words = {0};
    for (size_t i = 0; i < all->count; i++) {
        const char *path = all->at[i].path;
        if (!ends_with(path, ".h") && !ends_with(path, ".hpp") && !ends_with(path, ".hh"))
            continue;
        size_t length = (size_t)(path_base(path) - path);
        char *word = length ? format_text("-I%.*s", (int)length - 1, path) : format_text("-I.");
        if (!strings_contain(&words, word))
            strings_add(&words, word);
    }
    return words;
}

struct targets found_sources(const struct source_texts *all, const struct strings *changed)
{
    struct strings words = include_folders(all);
    struct targets t = {0};
    bool *with_main = allocate(all->count + 1);
    for (size_t i = 0; i < all->count; i++)
        with_main[i] = has_main(&all->at[i]);
    for (size_t i = 0; i < all->count; i++) {
        struct target target = {.name = all->at[i].path};
        struct strings needed = {0};
        if (!with_main[i] || !is_source(all->at[i].path))
            continue;
        add_needed(&needed, all, with_main, i);
        if (changed && !strings_share(&needed, changed))
            continue;
        strings_append(&target.sources, &words);
        for (size_t k = 0; k < needed.count; k++)
            if (is_source(needed.at[k]))
                strings_add(&target.sources, needed.at[k]);
        add(&t, target);
    }
    free(with_main);
    return t;
}
