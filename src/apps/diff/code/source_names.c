/* source_names.c - see source_names.h. */
#include "apps/diff/code/source_names.h"

#include <stdlib.h>
#include <string.h>

#include "apps/diff/code/code_text.h"

bool is_source_name(const char *path)
{
    static const char *const suffixes[] = {".c", ".h", ".cc", ".cpp", ".cxx", ".c++", ".C", ".hh", ".hpp", ".hxx", ".H", ".inl", ".ipp",
        ".inc", ".def", ".tcc", NULL};
    for (size_t i = 0; suffixes[i]; i++)
        if (ends_with(path, suffixes[i]))
            return true;
    return false;
}

/* What a line includes, without folders (a new string); NULL: nothing, or what a macro says. */
static char *included_name(const struct code_text *t, size_t line)
{
    const char *from = code_text_includes(t, line) ? strpbrk(t->line[line], "\"<") : NULL, *to = from ? strpbrk(from + 1, "\">") : NULL;
    char *path = to ? format_text("%.*s", (int)(to - from - 1), from + 1) : NULL;
    return path ? format_text("%s", path_base(path)) : NULL;
}

static struct strings includes_of(const struct sides *s, const char *path)
{
    struct strings names = {0};
    size_t length = 0;
    char *content = s->new_file(s->self, path, &length);
    struct code_text t = code_text_of(content ? content : "", content ? length : 0);
    for (size_t n = 1; n <= t.count; n++) {
        char *name = included_name(&t, n);
        if (name)
            strings_add(&names, name);
    }
    code_text_free(&t);
    free(content);
    return names;
}

static bool has_one_of(const struct strings *list, const struct strings *names)
{
    for (size_t i = 0; i < names->count; i++)
        if (strings_contain(list, names->at[i]))
            return true;
    return false;
}

bool may_be_included(const struct sides *s, const struct source_map *sources, const char *path)
{
    struct strings paths = s->new_files(s->self), wanted = {0};
    struct strings *includes = allocate((paths.count + 1) * sizeof *includes);
    for (size_t i = 0; i < paths.count; i++)
        if (is_source_name(paths.at[i]))
            includes[i] = includes_of(s, paths.at[i]);
    strings_add(&wanted, path_base(path));
    for (bool news = true; news;) {
        news = false;
        for (size_t i = 0; i < paths.count; i++) {
            const char *name = path_base(paths.at[i]);
            if (!has_one_of(&wanted, &includes[i]))
                continue;
            if (source_map_file(sources, s->top, paths.at[i]))
                return true;
            news |= !strings_contain(&wanted, name);
            if (!strings_contain(&wanted, name))
                strings_add(&wanted, name);
        }
    }
    return false;
}
