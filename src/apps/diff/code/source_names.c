/* source_names.c - see source_names.h. */
#include "apps/diff/code/source_names.h"


bool is_source_name(const char *path)
{
    static const char *const suffixes[] = {".c", ".h", ".cc", ".cpp", ".cxx", ".c++", ".C", ".hh", ".hpp", ".hxx", ".H", ".inl", ".ipp",
        ".inc", ".def", ".tcc", NULL};
    for (size_t i = 0; suffixes[i]; i++)
        if (ends_with(path, suffixes[i]))
            return true;
    return false;
}

bool may_be_included(const struct sides *s, const struct source_map *sources, const char *path)
{
    const struct source_texts *texts = s->new_sources(s->self);
    struct strings wanted = {0};
    strings_add(&wanted, path_base(path));
    for (bool news = true; news;) {
        news = false;
        for (const struct source_text *t = texts->at; t < texts->at + texts->count; t++) {
            const char *name = path_base(t->path);
            if (!strings_share(&wanted, &t->includes))
                continue;
            if (source_map_file(sources, s->top, t->path))
                return true;
            if (strings_contain(&wanted, name))
                continue;
            strings_add(&wanted, name);
            news = true;
        }
    }
    return false;
}
