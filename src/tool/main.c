/* main.c - the `mazurka` command: finds the subcommand and runs it. */
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tool/cli/command.h"
#include "tool/cli/options.h"
#include "tool/cli/util.h"

static int run_version(int argc, char **argv);
static int run_help(int argc, char **argv);

static const struct command version_command = {
    .name = "version",
    .help = "print the version",
    .example = "mazurka version",
    .usage = "Usage: mazurka version\n\nPrints the version of Mazurka and ends.\n",
    .run = run_version,
};
static const struct command help_command = {
    .name = "help",
    .help = "explain a command: mazurka help check",
    .example = "mazurka help check",
    .usage = "Usage: mazurka help [COMMAND]\n\nExplains COMMAND with all its options and examples.\n",
    .run = run_help,
};

static const struct command *const commands[] = {
    &check_command, &resume_command, &test_command, &replay_command, &cc_command, &cxx_command, &searches_command, &states_command,
    &census_command, &variables_command, &suite_command, &lab_command, &diff_command, &clients_command, &hunt_command,
    &doctor_command, &dap_command, &orders_command, &version_command, &help_command,
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static const char introduction[] =
    "Mazurka explores all interleavings of a multithreaded C or C++ program. It shows the one that breaks the program, or says\n"
    "that there is none.\n"
    "\n"
    "Usage: mazurka COMMAND [OPTIONS] ...\n";

static const char examples[] =
    "Examples:\n"
    "  Check a program that is one or more C files:\n"
    "      mazurka check counter.c\n"
    "      mazurka check -Iinclude -DSIZE=2 queue.c test.c -- first-argument\n"
    "  Run the interleaving that was found once more, with the program's output:\n"
    "      mazurka replay counter.mzt\n"
    "  Check a program that has a build of its own:\n"
    "      make CC=\"mazurka cc\"\n"
    "      mazurka check ./program -- --its-own-options\n"
    "\n"
    "Exit status of check: 0 verified, 1 a bug was found, 2 usage, compiler or system error, 3 inconclusive,\n"
    "4 options that together would not be sound.\n";

static void print_overview(FILE *out)
{
    fputs(introduction, out);
    fputs("\nCommands:\n", out);
    for (int i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-9s %s\n", commands[i]->name, commands[i]->help);
    fputs("\n", out);
    fputs(examples, out);
}

static const struct command *find(const char *name)
{
    for (int i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    }
    return NULL;
}

static void die_unknown(const char *name) __attribute__((noreturn));
static void die_unknown(const char *name)
{
    const char *names[COMMANDS + 1] = {NULL};
    for (int i = 0; i < COMMANDS; i++)
        names[i] = commands[i]->name;
    if (file_exists(name) || ends_with(name, ".c") || ends_with(name, ".cpp"))
        die("unknown command '%s'. Did you mean 'mazurka check %s'?", name, name);
    const char *nearest = nearest_word(name, names);
    if (nearest)
        die("unknown command '%s'. Did you mean 'mazurka %s'?", name, nearest);
    die("unknown command '%s'. 'mazurka help' lists the commands", name);
}

static bool is_everyday(const struct option_row *row)
{
    return row->everyday;
}

static void explain(const struct command *c, bool all)
{
    bool few = c->rest && !all;
    printf("Example: %s\n\n%s", c->example, c->usage);
    if (c->options)
        options_print(c->options, few ? is_everyday : c->listed, stdout);
    if (few)
        fputs(c->rest, stdout);
    if (c->examples)
        fputs(c->examples, stdout);
}

/* The word that asks for help; behind -- nothing does. */
static const char *asks_for_help(const struct command *c, int argc, char **argv)
{
    if (c->only_alone)
        return argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], OPTION_HELP_ALL) == 0) ? argv[1] : NULL;
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (option_take_help(argv[i]))
            return argv[i];
    return NULL;
}

static int start(const struct command *c, int argc, char **argv)
{
    const char *help = asks_for_help(c, argc, argv);
    if (!help)
        return c->run(argc, argv);
    explain(c, strcmp(help, OPTION_HELP_ALL) == 0);
    return 0;
}

static int run_version(int argc, char **argv)
{
    if (argc > 1)
        die("'version' takes no arguments: %s", argv[1]);
    puts("mazurka " MZ_VERSION);
    return 0;
}

static int run_help(int argc, char **argv)
{
    if (argc < 2) {
        print_overview(stdout);
        return 0;
    }
    const struct command *command = find(argv[1]);
    if (!command)
        die_unknown(argv[1]);
    explain(command, true);
    return 0;
}

/* `mazurka-cc ...` is `mazurka cc ...`, and `mazurka-c++` likewise: for builds that want the compiler to be one word. */
static const struct command *called_as_compiler(const char *path)
{
    const char *name = path_base(path);
    return strcmp(name, "mazurka-cc") == 0 ? &cc_command : strcmp(name, "mazurka-c++") == 0 ? &cxx_command : NULL;
}

/* Descriptors that the program is to have are no place for files of our own. What is written there fails as before. */
static void occupy_output(void)
{
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++) {
        int nothing = fcntl(fd, F_GETFD) < 0 ? open("/dev/null", O_RDONLY | O_CLOEXEC) : fd;
        if (nothing >= 0 && nothing != fd) { /* stdin is closed, too */
            dup3(nothing, fd, O_CLOEXEC);
            close(nothing);
        }
    }
}

/* What `ulimit` has set gives an error to report, and no signal. */
static void meet_limits(void)
{
    enum { STACK = 1 << 20 };
    struct rlimit stack;
    signal(SIGXFSZ, SIG_IGN);
    if (getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur >= STACK)
        return;
    stack.rlim_cur = stack.rlim_max < STACK ? stack.rlim_max : STACK;
    setrlimit(RLIMIT_STACK, &stack);
    if (stack.rlim_cur < STACK)
        die("the stack is limited to %ju KiB (see ulimit -s): mazurka needs %d", (uintmax_t)stack.rlim_cur / 1024, STACK / 1024);
}

/* A command whose text did not arrive has failed, whatever it would have ended with. The first to be registered, so the last to run. */
static void see_text_out(void)
{
    int why = flush_stdout();
    if (!why)
        return;
    warn("cannot write to stdout: %s", strerror(why));
    _exit(EXIT_ERROR);
}

/* A page of help is written at once: what a full disk says to a part of it would be forgotten until the end. */
static void widen_stdout(void)
{
    static char room[64 * 1024];
    if (!isatty(STDOUT_FILENO))
        setvbuf(stdout, room, _IOFBF, sizeof room);
}

/* `mazurka replay FILE [OPTIONS]` of a file that another command has written: that command has an option of this name. */
static const struct command *replayer(char *const argv[], int *at)
{
    for (*at = 2; argv[*at]; ++*at)
        for (int i = 0; i < COMMANDS; i++)
            if (commands[i]->replays && commands[i]->replays(argv[*at]))
                return commands[i];
    return NULL;
}

int main(int argc, char **argv)
{
    occupy_output();
    widen_stdout();
    atexit(see_text_out);
    meet_limits();
    if (argc > 0 && called_as_compiler(argv[0]))
        return start(called_as_compiler(argv[0]), argc, argv);
    if (argc < 2) {
        print_overview(stderr);
        return EXIT_ERROR;
    }
    const char *name = argv[1];
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0)
        name = "version";
    if (option_take_help(name))
        name = "help";
    const struct command *command = find(name);
    if (!command)
        die_unknown(name);
    int file;
    const struct command *other = command == &replay_command ? replayer(argv, &file) : NULL;
    if (other) {
        argv[file] = format_text("--replay=%s", argv[file]);
        return start(other, argc - 1, argv + 1);
    }
    return start(command, argc - 1, argv + 1);
}
