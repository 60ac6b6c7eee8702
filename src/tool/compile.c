/* compile.c - compiles the files given to `mazurka check`. */
#include "tool/compile.h"

#include <string.h>

#include "tool/cc.h"

bool is_c_source(const char *argument)
{
    return argument[0] != '-' && (ends_with(argument, ".c") || ends_with(argument, ".i"));
}

/* Named after its first source: the program may print its own name. */
static char *program_name(const struct strings *arguments)
{
    for (size_t i = 0; i < arguments->count; i++) {
        const char *base = path_base(arguments->at[i]);
        if (is_c_source(arguments->at[i]))
            return format_text("%.*s", (int)(strlen(base) - 2), base);
    }
    return format_text("program");
}

char *compile_program(const struct strings *arguments, const char *compiler)
{
    struct cc cc = {0};
    cc_choose(&cc, compiler, "keep");
    cc_read(&cc, arguments);
    if (!cc.links)
        die("these compiler options do not make a program: %s", strings_command(arguments));
    char *program = path_join(temp_directory(), program_name(arguments));
    strings_add(&cc.arguments, "-o");
    strings_add(&cc.arguments, program);
    struct strings command = cc_build(&cc);
    if (cc.verbose)
        warn("%s", strings_command(&command));
    return cc_run(&command) == 0 ? program : NULL;
}
