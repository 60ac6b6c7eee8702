/* inclusion.c - see inclusion.h. */
#include "apps/diff/code/inclusion.h"

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
