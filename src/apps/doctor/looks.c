/* looks.c - see looks.h. The trials are programs that are compiled and run, so that whatever is in the way shows. */
#include "apps/doctor/looks.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "tool/cli/options.h"
#include "tool/cli/result_file.h"
#include "tool/cli/util.h"
#include "tool/compile/cc.h"

static struct seen ok(char *text) { return (struct seen){LOOK_OK, text}; }
static struct seen missing(char *text) { return (struct seen){LOOK_MISSING, text}; }
static struct seen fails(char *text) { return (struct seen){LOOK_FAILS, text}; }

static char *first_line(const char *text)
{
    return format_text("%.*s", (int)strcspn(text, "\n"), text);
}

/* --- compilers ----------------------------------------------------------------------------------------------------------------- */

static char *version_of(const struct cc *cc)
{
    struct strings question = {0};
    int status;
    strings_append(&question, &cc->compiler);
    strings_add(&question, cc->clang ? "-dumpversion" : "-dumpfullversion");
    return first_line(capture_process(question.at, &status));
}

static struct seen look_at_compiler(const struct cc *cc)
{
    char *name = format_text("%s %s", strings_command(&cc->compiler), version_of(cc));
    if (cc_plugin(cc))
        return ok(format_text("%s, with its plugin", name));
    return fails(format_text("%s has no plugin: what it gives no hooks is not verified. %s; then build Mazurka again", name,
        cc->clang ? "The package mazurka-clang has it; its headers are in llvm-VERSION-dev" : "Its headers are in gcc-VERSION-plugin-dev"));
}

/* The one that `mazurka cc`, or `mazurka c++`, takes by default. */
static struct seen see_default(const char *cxx)
{
    const char *variable = cxx ? "MAZURKA_CXX" : "MAZURKA_CC", *command = getenv(variable);
    struct cc cc = {.cxx = cxx != NULL};
    if (!command && !find_command(cxx ? "c++" : "cc"))
        return missing(format_text("there is no %s", cxx ? "c++" : "cc"));
    if (command && !find_command(first_line(command)) && !strchr(command, ' '))
        return missing(format_text("%s=%s: there is none of this name", variable, command));
    cc_choose(&cc, NULL, NULL);
    return look_at_compiler(&cc);
}

static struct seen see_compiler(const char *command)
{
    struct cc cc = {0};
    if (!find_command(command))
        return missing(format_text("not installed"));
    cc_choose(&cc, command, NULL);
    return look_at_compiler(&cc);
}

/* --- commands and files --------------------------------------------------------------------------------------------------------- */

static struct seen see_command(const char *command)
{
    const char *path = find_command(command);
    return path ? ok(format_text("%s", path)) : missing(format_text("not installed"));
}

static struct seen see_gdb(const char *command)
{
    char *argv[] = {(char *)command, (char *)"--batch", (char *)"-ex", (char *)"python print('with Python')", NULL};
    int status;
    if (!find_command(command))
        return missing(format_text("not installed"));
    bool python = strstr(capture_process(argv, &status), "with Python");
    return python ? ok(format_text("%s, with Python", find_command(command))) : fails(format_text("it has no Python"));
}

static struct seen see_file(const char *path)
{
    return file_exists(path) ? ok(format_text("%s", path)) : missing(format_text("there is no %s", path));
}

/* What lies beside the tool: a part that was not built. */
static struct seen see_part(const char *name)
{
    return see_file(path_join(self_library_dir(), name));
}

/* --- the machine ---------------------------------------------------------------------------------------------------------------- */

/* Limit of a container, where it has less than the machine. */
static uint64_t memory_limit(void)
{
    struct sysinfo machine = {0};
    sysinfo(&machine);
    uint64_t all = (uint64_t)machine.totalram * machine.mem_unit;
    char *text = read_whole_file("/sys/fs/cgroup/memory.max", NULL), *end = text;
    uint64_t limit = text ? strtoull(text, &end, 10) : 0;
    return text && end != text && limit < all ? limit : all;
}

static struct seen see_machine(const char *unused)
{
    struct utsname name;
    cpu_set_t processors;
    (void)unused;
    if (uname(&name) != 0 || sched_getaffinity(0, sizeof processors, &processors) != 0)
        return fails(format_text("the system does not say what it is"));
    return ok(format_text("Linux %s, %s, %s, %.1f GiB of memory", name.release, name.machine,
        show_things((uint64_t)CPU_COUNT(&processors), "processor"), (double)memory_limit() / (1 << 30)));
}

/* --- trials --------------------------------------------------------------------------------------------------------------------- */

static const char trial[] =
    "#include <assert.h>\n#include <pthread.h>\n"
    "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nstatic int count;\n"
    "static void *add(void *p)\n{\n    pthread_mutex_lock(&m);\n    int old = count;\n"
    "#ifdef BUG\n    pthread_mutex_unlock(&m);\n    pthread_mutex_lock(&m);\n#endif\n"
    "    count = old + 1;\n    pthread_mutex_unlock(&m);\n    return p;\n}\n"
    "int main(void)\n{\n    pthread_t a, b;\n    pthread_create(&a, 0, add, 0);\n    pthread_create(&b, 0, add, 0);\n"
    "    pthread_join(a, 0);\n    pthread_join(b, 0);\n    assert(count == 2);\n    return 0;\n}\n";

/* `mazurka WORDS`, with the trial: what it printed, and its status. */
static char *run(const char *const *words, int *status)
{
    char *source = path_join(temp_directory(), "trial.c");
    struct strings argv = {0};
    if (result_write(source, trial, sizeof trial - 1) != 0)
        return format_text("cannot write %s", source);
    strings_add(&argv, self_path());
    strings_add(&argv, words[0]);
    strings_add(&argv, source);
    for (words++; *words; words++)
        strings_add(&argv, *words);
    return capture_process(argv.at, status);
}

/* The line that says the verdict, or what is wrong, is the last one. */
static char *last_line(char *text)
{
    size_t length = strlen(text);
    while (length && text[length - 1] == '\n')
        text[--length] = '\0';
    char *before = strrchr(text, '\n');
    return before ? before + 1 : text;
}

static struct seen try(const char *const *words, int expected, const char *means)
{
    int status = EXIT_ERROR;
    uint64_t began = clock_ms(CLOCK_MONOTONIC);
    char *said = run(words, &status);
    if (status != expected)
        return fails(format_text("status %d, not %d: %s", status, expected, last_line(said)));
    return ok(format_text("%s, %.1f s", means, (double)(clock_ms(CLOCK_MONOTONIC) - began) / 1000));
}

static struct seen try_bug(const char *compiler)
{
    const char *const words[] = {"check", "-DBUG", "--no-trace", "--quiet", "--time=30s", compiler, NULL};
    return try(words, EXIT_BUG, "a program with a bug was compiled, and the bug found");
}

static struct seen try_verified(const char *compiler)
{
    const char *const words[] = {"check", "--no-trace", "--quiet", "--time=30s", compiler, NULL};
    return try(words, EXIT_VERIFIED, "one without was verified");
}

static struct seen try_hunt(const char *unused)
{
    static const char *const words[] = {"hunt", "--runs=5", "--time=30s", "--quiet", "--no-trace", NULL};
    (void)unused;
    return try(words, EXIT_UNKNOWN, "five executions were controlled");
}

/* --- the table ------------------------------------------------------------------------------------------------------------------ */

#define PACKAGE(name) "Debian: apt-get install " name

const struct look looks[] = {
    {"machine", true, NULL, NULL, see_machine, NULL},
    {"compiler of C", true, NULL, PACKAGE("gcc"), see_default, NULL},
    {"compiler of C++", false, "C++", PACKAGE("g++"), see_default, "c++"},
    {"clang", false, "--cc=clang", PACKAGE("clang"), see_compiler, "clang"},
    {"finding", true, NULL, "the line above says what is in the way; a container may need --security-opt seccomp=unconfined", try_bug,
        NULL},
    {"verifying", true, NULL, "see above", try_verified, NULL},
    {"hunting", false, "mazurka hunt", "a container may need --security-opt seccomp=unconfined", try_hunt, NULL},
    {"wide runtime", true, NULL, "build or install Mazurka again", see_part, "libmazurka-wide.so"},
    {"OpenMP", false, "-fopenmp", "build or install Mazurka again", see_part, "libmazurka-omp.so"},
    {"MPI", false, "--mpi", "the package mazurka-mpi; or " PACKAGE("libopenmpi-dev openmpi-bin") ", and build again", see_part,
        "mazurka-mpi"},
    {"gdb", false, "replay --gdb", PACKAGE("gdb"), see_gdb, "gdb"},
    {"git", false, "mazurka diff", PACKAGE("git"), see_command, "git"},
    {"GoogleTest", false, "cases with Debian's GoogleTest", PACKAGE("googletest"), see_file, "/usr/src/googletest/googletest"},
    {"gnuplot", false, "figures of mazurka lab", PACKAGE("gnuplot-nox"), see_command, "gnuplot"},
    {0},
};
