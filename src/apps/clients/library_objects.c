/* library_objects.c - see library_objects.h. */
#include "apps/clients/library_objects.h"

#include <string.h>

#include "apps/clients/call_source.h"
#include "tool/compile/compile.h"

static bool is_object(const char *word)
{
    return word[0] != '-' && (ends_with(word, ".o") || ends_with(word, ".a") || ends_with(word, ".so"));
}

/* Flags that are not for the linker alone: a compiler that links nothing may warn of them. */
static struct strings compiler_flags(const struct spec *s)
{
    struct strings flags = {0};
    for (size_t i = 0; i < s->flags.count; i++) {
        const char *word = s->flags.at[i];
        if (strcmp(word, "-l") == 0 || strcmp(word, "-L") == 0 || strcmp(word, "-Xlinker") == 0)
            i++; /* its value */
        else if (!starts_with(word, "-l") && !starts_with(word, "-L") && !starts_with(word, "-Wl,") && !is_object(word))
            strings_add(&flags, word);
    }
    return flags;
}

static void compile(const struct spec *s, const char *source, const struct strings *flags, const char *object)
{
    struct spec alone = *s;
    alone.sources = (struct strings){0};
    alone.flags = *flags;
    struct strings words = source_words(&alone, source, false);
    strings_add(&words, "-c");
    if (!compile_object(&words, s->cxx, object))
        die("%s: the library does not compile with hooks: the compiler has said why", s->path);
}

struct library library_compile(const struct spec *s)
{
    struct library library = {.spec = s};
    struct strings flags = compiler_flags(s);
    const char *folder = temp_directory();
    for (size_t i = 0; i < s->sources.count; i++) {
        const char *file = s->sources.at[i];
        bool apart = is_source(file);
        const char *object = apart ? path_join(folder, format_text("%zu.o", i)) : file;
        if (apart)
            compile(s, file, &flags, object);
        strings_add(&library.objects, object);
    }
    return library;
}

struct strings library_words(const struct library *library, const char *source)
{
    struct spec compiled = *library->spec;
    compiled.sources = library->objects;
    return source_words(&compiled, source, false);
}
