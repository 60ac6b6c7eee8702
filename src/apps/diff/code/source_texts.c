/* source_texts.c - see source_texts.h. */
#include "apps/diff/code/source_texts.h"

#include <stdlib.h>
#include <sys/stat.h>

bool is_source_name(const char *path)
{
    static const char *const suffixes[] = {".c", ".h", ".cc", ".cpp", ".cxx", ".c++", ".C", ".hh", ".hpp", ".hxx", ".H", ".inl", ".ipp",
        ".inc", ".def", ".tcc", NULL};
    for (size_t i = 0; suffixes[i]; i++)
        if (ends_with(path, suffixes[i]))
            return true;
    return false;
}

static struct source_text text_of(const char *path, char *content, size_t length)
{
    struct source_text t = {.path = path, .code = code_text_of(content, length)};
    free(content);
    for (size_t line = 1; line <= t.code.count; line++) {
        bool quoted;
        char *included = code_text_included(&t.code, line, &quoted);
        if (!included)
            continue;
        strings_add(&t.includes, path_base(included));
        if (quoted)
            strings_add(&t.quoted, path_base(included));
    }
    return t;
}

struct source_texts source_texts_read(const char *top, const struct strings *paths)
{
    struct source_texts texts = {.at = allocate((paths->count + 1) * sizeof *texts.at)};
    for (size_t i = 0; i < paths->count; i++) {
        const char *file = path_join(top, paths->at[i]);
        struct stat status;
        size_t length;
        bool wanted = is_source_name(paths->at[i]) && lstat(file, &status) == 0 && S_ISREG(status.st_mode);
        char *content = wanted ? read_whole_file(file, &length) : NULL;
        if (content)
            texts.at[texts.count++] = text_of(paths->at[i], content, length);
    }
    return texts;
}
