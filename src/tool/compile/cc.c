/* cc.c - `mazurka cc` and `mazurka c++`: compilers that instrument, and otherwise stay out of the way. */
#include "tool/compile/cc.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tool/binary/uninstrumented/imported.h"
#include "tool/cli/command.h"
#include "tool/cli/options.h"

static const char usage[] =
    "Usage: mazurka cc [--cc=COMPILER] [--opt=LEVEL] [--show] ARGUMENTS...\n"
    "\n"
    "Compiles and links like gcc or clang, so that `mazurka check` can check the result. What it builds also runs by\n"
    "itself. ARGUMENTS are the compiler's own: -c, -o, -I, -D, -shared, -E, -MMD, @FILE, ... mean what they always do.\n"
    "`mazurka-cc` is the same command, for builds that want the compiler to be one word.\n"
    "\n"
    "Options, before all others:\n"
    "  --cc=COMPILER  gcc or clang, of any name or version; also --cc COMPILER.\n"
    "                 Default: the environment variable MAZURKA_CC, else cc.\n"
    "  --opt=LEVEL    optimization: 0, 1, 2, 3, s, g, z, fast, or keep. Default: the variable MAZURKA_OPT, else 0.\n"
    "                 -O options among ARGUMENTS are replaced by this level; keep leaves them as they are. An optimizer\n"
    "                 merges accesses to shared memory (two reads become one, a loop of x++ one addition), and\n"
    "                 interleavings that the source has are then no longer in the program that is checked.\n"
    "  --show         print the compiler command and do not run it. -v prints it and runs it.\n"
    "\n"
    "-fvolatile=relaxed among ARGUMENTS takes volatile accesses of 1, 2, 4 or 8 bytes for relaxed atomics: fences order\n"
    "them, and two of them are no data race. Bit-fields, structures and what is not aligned stay plain.\n"
    "\n"
    "Left out with a note: other sanitizers, -flto, profiling and coverage, -static-libgcc, -static-libstdc++.\n"
    "Left out silently, as the opposite is needed: -fomit-frame-pointer, -fstack-protector, -D_FORTIFY_SOURCE, -g0.\n"
    "Refused: -static and -static-pie when linking; -m32, -mx32, -m16; -fopenmp with clang.\n"
    "With -fopenmp the program is linked with libmazurka-omp.so in place of libgomp (gcc only).\n"
    "\n"
    "Examples:\n"
    "  mazurka cc -o queue queue.c -pthread && mazurka check queue\n"
    "  make CC=\"mazurka cc\"\n"
    "  mazurka cc --cc=clang -c queue.c\n"
    "  cmake -DCMAKE_C_COMPILER=mazurka-cc .\n";

static const char cxx_usage[] =
    "Usage: mazurka c++ [--cxx=COMPILER] [--opt=LEVEL] [--show] ARGUMENTS...\n"
    "\n"
    "Compiles and links C++ like g++ or clang++, so that `mazurka check` can check the result. All that `mazurka help cc`\n"
    "says holds here too. The program is linked with libmazurka-cxx.so besides libstdc++: parts of libstdc++ with hooks.\n"
    "`mazurka-c++` is the same command, for builds that want the compiler to be one word.\n"
    "\n"
    "Options, before all others:\n"
    "  --cxx=COMPILER  g++ or clang++, of any name or version; also --cxx COMPILER.\n"
    "                  Default: the environment variable MAZURKA_CXX, else CXX, else c++.\n"
    "  --opt=LEVEL     optimization, as for `mazurka cc`\n"
    "  --show          print the compiler command and do not run it. -v prints it and runs it.\n"
    "\n"
    "Examples:\n"
    "  mazurka c++ -std=c++20 -o queue queue.cpp && mazurka check queue\n"
    "  make CXX=\"mazurka c++\"\n"
    "  cmake -DCMAKE_CXX_COMPILER=mazurka-c++ .\n";

/* Longer commands go through a response file: the kernel's limit is larger, but the environment counts too. */
enum { LONGEST_COMMAND = 128 * 1024 };

static size_t command_bytes(const struct strings *command)
{
    size_t bytes = 0;
    for (size_t i = 0; i < command->count; i++)
        bytes += strlen(command->at[i]) + 1 + sizeof(char *);
    return bytes;
}

/* All but the words that name the compiler into a response file. */
static struct strings shorten(const struct strings *command)
{
    struct strings result = {0};
    size_t i = 0;
    while (command->at[i][0] != '-')
        strings_add(&result, command->at[i++]);
    char *path = path_join(temp_directory(), "arguments");
    FILE *file = fopen(path, "w");
    for (; file && i < command->count; i++) {
        fputc('"', file);
        for (const char *at = command->at[i]; *at; at++) {
            if (*at == '"' || *at == '\\')
                fputc('\\', file);
            fputc(*at, file);
        }
        fputs("\"\n", file);
    }
    if (!file || ferror(file) | fclose(file))
        die("cannot write %s: %s", path, strerror(errno));
    strings_addf(&result, "@%s", path);
    return result;
}

int cc_run(const struct strings *command)
{
    if (command_bytes(command) <= LONGEST_COMMAND)
        return run_process(command->at);
    struct strings shorter = shorten(command);
    return run_process(shorter.at);
}

/* Becomes the compiler: returns only if the command is too long to be executed directly. */
static int cc_exec(const struct strings *command)
{
    if (command_bytes(command) > LONGEST_COMMAND)
        return cc_run(command);
    execvp(command->at[0], command->at);
    die("cannot run %s: %s", command->at[0], strerror(errno));
}

/* The value of the option NAME=VALUE or NAME VALUE at argv[*at], or NULL; *at moves to its last argument. */
static const char *option_value(const char *name, int argc, char **argv, int *at)
{
    const char *argument = argv[*at];
    if (!starts_with(argument, name))
        return NULL;
    if (argument[strlen(name)] == '=')
        return argument + strlen(name) + 1;
    if (argument[strlen(name)] != '\0')
        return NULL;
    if (*at + 1 >= argc)
        die("%s needs a value", name);
    return argv[++*at];
}

/* Path at which the linker has put what it made. */
static const char *output_of(const struct strings *arguments)
{
    const char *output = "a.out";
    for (size_t i = 0; i < arguments->count; i++) {
        if (strcmp(arguments->at[i], "-o") == 0 && i + 1 < arguments->count)
            output = arguments->at[i + 1];
        else if (starts_with(arguments->at[i], "-o") && arguments->at[i][2])
            output = arguments->at[i] + 2;
    }
    return output;
}

static int compile(bool cxx, int argc, char **argv)
{
    const char *compiler = NULL, *optimize = NULL, *value;
    bool show = false;
    int at = 1;
    for (; at < argc; at++) {
        if ((value = option_value(cxx ? "--cxx" : "--cc", argc, argv, &at)))
            compiler = value;
        else if ((value = option_value("--opt", argc, argv, &at)))
            optimize = value;
        else if (strcmp(argv[at], "--show") == 0)
            show = true;
        else
            break;
    }
    struct cc cc = {.cxx = cxx};
    struct strings arguments = {0};
    for (; at < argc; at++)
        strings_add(&arguments, argv[at]);
    cc_choose(&cc, compiler, optimize);
    cc_read(&cc, &arguments);
    bool made = !show && cc_take_libraries(&cc);
    struct strings command = cc_build(&cc);
    if (show) {
        puts(strings_command(&command));
        return 0;
    }
    if (cc.verbose && cc.has_input)
        fprintf(stderr, "%s\n", strings_command(&command));
    bool explains = cc.verbose && cc.links && !cc.relocatable;
    if (!explains && !made) /* what was made is removed when we end */
        return cc_exec(&command);
    int status = cc_run(&command);
    if (status == 0 && explains)
        imported_explain_file(output_of(&cc.arguments), stderr);
    return status;
}

static int run_cc(int argc, char **argv)
{
    return compile(false, argc, argv);
}

static int run_cxx(int argc, char **argv)
{
    return compile(true, argc, argv);
}

const struct command cc_command = {
    .name = "cc",
    .help = "compile and link, like gcc or clang, so that the result can be checked",
    .example = "mazurka cc -g -o program program.c",
    .usage = usage,
    .only_alone = true,
    .run = run_cc,
};
const struct command cxx_command = {
    .name = "c++",
    .help = "the same for C++, like g++ or clang++",
    .example = "mazurka c++ -g -o program program.cpp",
    .usage = cxx_usage,
    .only_alone = true,
    .run = run_cxx,
};
