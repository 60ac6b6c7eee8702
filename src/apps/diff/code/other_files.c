/* other_files.c - see other_files.h. */
#include "apps/diff/code/other_files.h"

#include <stdlib.h>
#include <string.h>

/* Is the file one that programs are built by, or of, but not C? */
static bool is_for_the_build(const char *path)
{
    static const char *const names[] = {"Makefile", "makefile", "GNUmakefile", "CMakeLists.txt", "meson.build", "meson_options.txt",
        "meson.options", "configure", "SConstruct", "SConscript", "BUILD", "BUILD.bazel", "Kconfig", NULL};
    static const char *const suffixes[] = {".mk", ".cmake", ".am", ".ac", ".m4", ".in", ".bzl", ".ninja", ".pro", ".gn", ".gni", ".S", ".s",
        ".asm", ".y", ".yy", ".l", ".ll", ".rl", ".ld", ".lds", ".proto", NULL};
    for (size_t i = 0; suffixes[i]; i++)
        if (ends_with(path, suffixes[i]))
            return true;
    return is_one_of(path_base(path), names);
}

/* The words of a configuration that do not name files: options of compilers and searches, arguments, commands. */
static char *options_in(char *text, size_t length)
{
    char *options = format_text("%s", ""), *rest = NULL;
    bool sources = false;
    for (char *line = length ? strtok_r(text, "\r\n", &rest) : NULL; line; line = strtok_r(NULL, "\r\n", &rest)) {
        char *words = NULL;
        sources = starts_with(line, "sources") || (sources && (*line == ' ' || *line == '\t'));
        for (char *word = strtok_r(line, " \t=", &words); word && *line != '#'; word = strtok_r(NULL, " \t=", &words))
            if (!sources || *word == '-')
                options = format_text("%s %s", options, word);
    }
    return options;
}

static bool other_options(const struct sides *s, const struct changed_file *change)
{
    size_t old_length = 0, new_length = 0;
    char *old = change->old_path ? s->old_file(s->self, change->old_path, &old_length) : NULL;
    char *new = change->new_path ? s->new_file(s->self, change->new_path, &new_length) : NULL;
    return old && new && strcmp(options_in(old, old_length), options_in(new, new_length)) != 0;
}

/* May a literal be a part that a path of the file is composed of: "data/", "%s.txt", ".txt"? */
static bool is_part(const char *literal, const char *folder, const char *suffix)
{
    const char *at = *folder ? strstr(literal, folder) : NULL;
    size_t length = strlen(folder);
    if (at && (at == literal || at[-1] == '/') && (at[length] == '/' || !at[length]))
        return true;
    return suffix && ends_with(literal, suffix) && (strcmp(literal, suffix) == 0 || strchr(literal, '%'));
}

/* Has the line such a literal? */
static bool composes(const char *line, const char *folder, const char *suffix)
{
    const char *begin = strchr(line, '"'), *end = begin ? strchr(begin + 1, '"') : NULL;
    for (; end; begin = strchr(end + 1, '"'), end = begin ? strchr(begin + 1, '"') : NULL)
        if (is_part(format_text("%.*s", (int)(end - begin - 1), begin + 1), folder, suffix))
            return true;
    return false;
}

/* "tests/data/queue.txt" → "data" */
static char *folder_of(const char *path)
{
    const char *end = path_base(path) > path ? path_base(path) - 1 : path, *begin = end;
    while (begin > path && begin[-1] != '/')
        begin--;
    return format_text("%.*s", (int)(end - begin), begin);
}

/* Does a file of C or C++ have its name at the end of a literal (or of an #include), or a part of it in one? */
static bool is_named(const struct sides *s, const char *shown)
{
    const struct source_texts *texts = s->new_sources(s->self);
    const char *quoted = format_text("%s\"", path_base(shown)), *folder = folder_of(shown);
    for (const struct source_text *t = texts->at; t < texts->at + texts->count; t++) {
        if (strings_contain(&t->includes, path_base(shown)))
            return true;
        for (size_t line = 1; line <= t->code.count; line++)
            if (strstr(t->code.line[line], quoted) || composes(t->code.line[line], folder, strrchr(path_base(shown), '.')))
                return true;
    }
    return false;
}

char *other_file_sentence(const struct sides *s, const struct changed_file *change, const char *shown)
{
    if (change->submodule)
        return format_text("%s: the submodule has changed: `mazurka diff` in its own folder tells more", shown);
    if (is_for_the_build(shown) || (strcmp(shown, s->configuration) == 0 && other_options(s, change)))
        return format_text("%s: the program may be built in another way: what depends on that is not known", shown);
    return is_named(s, shown) ? format_text("%s: sources name the file, or a part of its path: what depends on it is not known", shown)
                              : NULL;
}
