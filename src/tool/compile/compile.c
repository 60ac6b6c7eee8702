/* compile.c - compiles the files given to `mazurka check`. */
#include "tool/compile/compile.h"

#include <string.h>

#include "tool/compile/cc.h"

static bool has_suffix(const char *argument, const char *const *suffixes)
{
    for (; argument[0] != '-' && *suffixes; suffixes++)
        if (ends_with(argument, *suffixes))
            return true;
    return false;
}

bool is_c_source(const char *argument)
{
    return has_suffix(argument, (const char *const[]){".c", ".i", NULL});
}

static bool is_cxx_source(const char *argument)
{
    return has_suffix(argument, (const char *const[]){".cc", ".cp", ".cpp", ".cxx", ".c++", ".C", ".CPP", ".ii", NULL});
}

bool is_source(const char *argument)
{
    return is_c_source(argument) || is_cxx_source(argument);
}

char *source_stem(const char *argument)
{
    const char *base = path_base(argument), *dot = strrchr(base, '.');
    return format_text("%.*s", (int)(dot ? (size_t)(dot - base) : strlen(base)), base);
}

char *first_source_stem(const struct strings *words)
{
    for (size_t i = 0; i < words->count; i++)
        if (is_source(words->at[i]))
            return source_stem(words->at[i]);
    return NULL;
}

/* Named after its first source: the program may print its own name. */
static char *program_name(const struct strings *arguments)
{
    char *stem = first_source_stem(arguments);
    return stem ? stem : format_text("program");
}

struct strings compile_for_cxx(const struct strings *arguments)
{
    struct strings told = {0};
    bool given = false; /* a language, by the user */
    for (size_t i = 0; i < arguments->count; i++) {
        const char *word = arguments->at[i];
        bool plain_c = !given && is_c_source(word);
        given |= starts_with(word, "-x");
        if (plain_c)
            strings_add(&told, "-xc");
        strings_add(&told, word);
        if (plain_c)
            strings_add(&told, "-xnone");
    }
    return told;
}

bool compile_needs_cxx(const struct strings *arguments)
{
    struct cc cc = {.optimize = "keep"};
    cc_read(&cc, arguments);
    return cc.has_cxx;
}

/* What the compiler is to do with `arguments`. One for C++ is told which of them are C. */
static struct cc chosen(const struct strings *arguments, const char *compiler, bool cxx)
{
    struct cc cc = {.cxx = cxx || (compiler && strstr(path_base(compiler), "++"))};
    struct strings told = cc.cxx ? compile_for_cxx(arguments) : *arguments;
    cc_choose(&cc, cc.cxx && compiler ? cc_name_for_cxx(compiler) : compiler, "keep");
    cc_read(&cc, &told);
    return cc;
}

static bool run_into(struct cc *cc, const char *output)
{
    strings_add(&cc->arguments, "-o");
    strings_add(&cc->arguments, output);
    struct strings command = cc_build(cc);
    if (cc->verbose)
        warn("%s", strings_command(&command));
    return cc_run(&command) == 0;
}

char *compile_program(const struct strings *arguments, const char *compiler)
{
    struct cc cc = chosen(arguments, compiler, compile_needs_cxx(arguments));
    if (!cc.links)
        die("these compiler options do not make a program: %s", strings_command(arguments));
    cc_take_libraries(&cc);
    char *program = path_join(temp_directory(), program_name(arguments));
    return run_into(&cc, program) ? program : NULL;
}

bool compile_object(const struct strings *arguments, bool cxx, const char *object)
{
    struct cc cc = chosen(arguments, NULL, cxx);
    return run_into(&cc, object);
}
