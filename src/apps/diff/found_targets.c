/* found_targets.c - see found_targets.h. */
#include "apps/diff/found_targets.h"

#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "apps/diff/code/code_text.h"
#include "apps/diff/code/source_names.h"
#include "tool/binary/elf/objects.h"
#include "tool/cli/trust.h"

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

static bool is_compiled(const char *path)
{
    static const char *const suffixes[] = {".c", ".cc", ".cpp", ".cxx", ".c++", ".C", NULL};
    for (size_t i = 0; suffixes[i]; i++)
        if (ends_with(path, suffixes[i]))
            return true;
    return false;
}

/* A line without an indentation that begins a function of this name, as far as its text tells. */
static bool begins_main(const struct code_text *t, size_t line)
{
    const char *text = t->line[line], *name = strstr(text, "main");
    if (*text == ' ' || *text == '\t' || *text == '#' || !name || !code_text_mentions(t, line, "main"))
        return false;
    name += strcspn(name + 4, "(;") + 4;
    return *name == '(' && !strchr(name, ';');
}

struct text_file {
    const char *path;
    struct strings includes; /* names in quotes, without folders */
    bool has_main;
};

static void add_include(struct strings *includes, const char *line)
{
    const char *from = strchr(line, '"'), *to = from ? strchr(from + 1, '"') : NULL;
    if (to)
        strings_add(includes, path_base(format_text("%.*s", (int)(to - from - 1), from + 1)));
}

static struct text_file read_text(const char *top, const char *path)
{
    struct text_file f = {.path = path};
    size_t length;
    char *content = read_whole_file(path_join(top, path), &length);
    if (!content)
        return f;
    struct code_text t = code_text_of(content, length);
    for (size_t line = 1; line <= t.count; line++) {
        f.has_main |= begins_main(&t, line);
        if (code_text_includes(&t, line))
            add_include(&f.includes, t.line[line]);
    }
    code_text_free(&t);
    free(content);
    return f;
}

/* The same name, but for what follows the last dot. */
static bool same_stem(const char *a, const char *b)
{
    const char *dot_a = strrchr(a, '.'), *dot_b = strrchr(b, '.');
    size_t length = dot_a ? (size_t)(dot_a - a) : strlen(a);
    return length == (dot_b ? (size_t)(dot_b - b) : strlen(b)) && strncmp(a, b, length) == 0;
}

/* Files that the first one needs, as far as their #includes tell. */
static void add_needed(struct strings *needed, const struct text_file *all, size_t count, size_t first)
{
    strings_add(needed, all[first].path);
    for (size_t i = 0; i < all[first].includes.count; i++)
        for (size_t k = 0; k < count; k++) {
            const char *name = path_base(all[k].path), *wanted = all[first].includes.at[i];
            bool belongs = strcmp(name, wanted) == 0 || (is_compiled(name) && !all[k].has_main && same_stem(name, wanted));
            if (belongs && !strings_contain(needed, all[k].path))
                add_needed(needed, all, count, k);
        }
}

/* -I for each folder with a header. */
static struct strings include_folders(const struct strings *files)
{
    struct strings words = {0};
    for (size_t i = 0; i < files->count; i++) {
        const char *path = files->at[i];
        if (!ends_with(path, ".h") && !ends_with(path, ".hpp") && !ends_with(path, ".hh"))
            continue;
        size_t length = (size_t)(path_base(path) - path);
        char *word = length ? format_text("-I%.*s", (int)length - 1, path) : format_text("-I.");
        if (!strings_contain(&words, word))
            strings_add(&words, word);
    }
    return words;
}

static bool has_any(const struct strings *list, const struct strings *of)
{
    for (size_t i = 0; i < of->count; i++)
        if (strings_contain(list, of->at[i]))
            return true;
    return false;
}

struct targets found_sources(const char *top, const struct strings *files, const struct strings *changed)
{
    struct strings words = include_folders(files);
    struct text_file *all = allocate((files->count + 1) * sizeof *all);
    struct targets t = {0};
    size_t count = 0;
    for (size_t i = 0; i < files->count; i++)
        if (is_source_name(files->at[i]))
            all[count++] = read_text(top, files->at[i]);
    for (size_t i = 0; i < count; i++) {
        struct target target = {.name = all[i].path};
        struct strings needed = {0};
        if (!all[i].has_main || !is_compiled(all[i].path))
            continue;
        add_needed(&needed, all, count, i);
        if (!has_any(&needed, changed))
            continue;
        strings_append(&target.sources, &words);
        for (size_t k = 0; k < needed.count; k++)
            if (is_compiled(needed.at[k]))
                strings_add(&target.sources, needed.at[k]);
        add(&t, target);
    }
    free(all);
    return t;
}
