/* cc_libraries.c - libraries without hooks whose sources the system has beside them (GoogleTest): a program is linked with the same
 * library, compiled from these sources with hooks. See cc.h. */
#include "tool/compile/cc.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <xxhash.h>

#include "tool/binary/elf/program_cache.h"
#include "tool/cli/result_file.h"

#define GOOGLETEST "/usr/src/googletest/googletest/"
#define GOOGLEMOCK "/usr/src/googletest/googlemock/"

static const struct hooked {
    const char *name, *source;
    const char *includes[2]; /* folders */
} libraries[] = {
    {"gtest", GOOGLETEST "src/gtest-all.cc", {GOOGLETEST, NULL}},
    {"gtest_main", GOOGLETEST "src/gtest_main.cc", {GOOGLETEST, NULL}},
    {"gmock", GOOGLEMOCK "src/gmock-all.cc", {GOOGLEMOCK, GOOGLETEST}},
    {"gmock_main", GOOGLEMOCK "src/gmock_main.cc", {GOOGLEMOCK, GOOGLETEST}},
};
enum { LIBRARIES = sizeof libraries / sizeof *libraries, CACHE_VERSION = 1 };

/* --- which ------------------------------------------------------------------------------------------------------------------- */

/* Has the user a library of this name in one of the folders that are searched before the system's? */
static bool has_own(const struct cc *cc, const char *name)
{
    for (size_t i = 0; i < cc->arguments.count; i++) {
        const char *word = cc->arguments.at[i];
        if (!starts_with(word, "-L"))
            continue;
        const char *folder = word[2] ? word + 2 : cc->arguments.at[i + 1];
        if (folder && (file_exists(format_text("%s/lib%s.a", folder, name)) || file_exists(format_text("%s/lib%s.so", folder, name))))
            return true;
    }
    return false;
}

/* The library that a word of the command line stands for: -lgtest, /usr/lib/…/libgtest.a. */
static const struct hooked *library_of(const struct cc *cc, const char *word)
{
    for (size_t i = 0; i < LIBRARIES; i++) {
        const struct hooked *h = &libraries[i];
        bool by_path = starts_with(word, "/usr/lib/") && strcmp(path_base(word), format_text("lib%s.a", h->name)) == 0;
        bool by_name = starts_with(word, "-l") && strcmp(word + 2, h->name) == 0 && !has_own(cc, h->name);
        if ((by_path || by_name) && file_exists(h->source))
            return h;
    }
    return NULL;
}

/* --- compiled ---------------------------------------------------------------------------------------------------------------- */

/* What the user's code and the library must agree on. */
static struct strings abi_of(const struct cc *cc)
{
    static const char *const prefixes[] = {"-m", "-stdlib=", "-D_GLIBCXX_", "-fshort-", "-fno-rtti", "-fno-exceptions"};
    struct strings words = {0};
    for (size_t i = 0; i < cc->arguments.count; i++)
        for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++)
            if (starts_with(cc->arguments.at[i], prefixes[k]))
                strings_add(&words, cc->arguments.at[i]);
    return words;
}

static bool compile(const struct cc *user, const struct hooked *h, const struct strings *abi, const char *object)
{
    struct cc cc = {.compiler = user->compiler, .clang = user->clang, .cxx = true, .optimize = user->optimize};
    struct strings words = {0};
    strings_add(&words, "-g");
    strings_add(&words, "-c");
    strings_append(&words, abi);
    for (size_t i = 0; i < 2 && h->includes[i]; i++) {
        strings_addf(&words, "-I%s", h->includes[i]);
        strings_addf(&words, "-I%sinclude", h->includes[i]);
    }
    strings_add(&words, h->source);
    strings_add(&words, "-o");
    strings_add(&words, object);
    cc_read(&cc, &words);
    struct strings command = cc_build(&cc);
    return cc_run(&command) == 0;
}

static bool archive(const char *object, const char *file)
{
    int status;
    char *words[] = {(char *)"ar", (char *)"rcs", (char *)file, (char *)object, NULL};
    capture_process(words, &status);
    return status == 0;
}

/* The cache has the digest of the archive, which lies beside it: a linker takes it by its name. */
static bool is_kept(const char *file, const char *path)
{
    size_t size, length = 0;
    char *digest = program_cache_read(file, &size), *content = digest ? read_whole_file(path, &length) : NULL;
    uint64_t now = content ? XXH3_64bits(content, length) : 0;
    bool same = content && size == sizeof now && memcmp(digest, &now, sizeof now) == 0;
    free(content);
    free(digest);
    if (same) {
        program_cache_used(file);
        program_cache_used(path);
    }
    return same;
}

static bool make(const struct cc *cc, const struct hooked *h, const struct strings *abi, const char *file, const char *path)
{
    const char *folder = temp_directory(), *object = path_join(folder, format_text("%s.o", h->name)), *made = path_join(folder, "made.a");
    size_t length;
    warn("compiling lib%s with hooks, from %s: once for each compiler", h->name, h->source);
    char *content = compile(cc, h, abi, object) && archive(object, made) ? read_whole_file(made, &length) : NULL;
    if (!content)
        return false;
    uint64_t digest = XXH3_64bits(content, length);
    program_cache_write(file, &digest, sizeof digest);
    bool written = result_write(path, content, length) == 0;
    free(content);
    unlink(object);
    unlink(made);
    return written;
}

/* Its path, or NULL. */
static const char *hooked_library(const struct cc *cc, const struct hooked *h, bool *made)
{
    struct strings abi = abi_of(cc), key = {0};
    strings_append(&key, &cc->compiler);
    strings_append(&key, &abi);
    const char *compiler = find_command(cc->compiler.at[0]);
    char *resolved = compiler ? realpath(compiler, NULL) : NULL;
    strings_add(&key, resolved ? resolved : "");
    const char *file = program_cache_file("libraries", CACHE_VERSION, h->source, strings_command(&key));
    const char *path = file ? format_text("%s.a", file) : NULL;
    if (!path || is_kept(file, path))
        return path;
    *made = true;
    return make(cc, h, &abi, file, path) ? path : NULL;
}

bool cc_take_libraries(struct cc *cc)
{
    bool made = false;
    for (size_t i = 0; cc->links && !cc->relocatable && i < cc->arguments.count; i++) {
        const struct hooked *h = library_of(cc, cc->arguments.at[i]);
        const char *path = h ? hooked_library(cc, h, &made) : NULL;
        if (path)
            cc->arguments.at[i] = (char *)path;
    }
    return made;
}
