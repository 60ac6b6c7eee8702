/* resume.c - `mazurka resume`: resumes an interrupted search. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool/checkpoint/checkpoint.h"
#include "tool/cli/check_settings.h"
#include "tool/cli/command.h"
#include "tool/commands/check_options.h"
#include "tool/commands/checking.h"
#include "tool/commands/checkpoint_trust.h"
#include "tool/mpi/machines.h"

static const char usage[] =
    "Usage: mazurka resume FILE [OPTIONS]\n"
    "\n"
    "Goes on with a search of `mazurka check --checkpoint=FILE` that was killed, or has come to a limit. The program, its\n"
    "arguments, the directory and the options are those with which the search was begun; environment, libraries and what\n"
    "set-up leaves in memory are compared. What was finished is not explored again, and bugs that were known are reported.\n"
    "The command is printed, and unsafe content of checkpoints from other people is refused, unless there is\n"
    "--trust-checkpoint: whoever wrote the file can then run anything.\n"
    "\n"
    "Options of `mazurka check` that may be others than then:\n";

static const char examples[] =
    "\n"
    "Examples:\n"
    "  mazurka resume counter.mzc --time=8h\n"
    "  mpirun -n 4 mazurka resume counter.mzc --mpi\n"
    "\n"
    "Exit status: that of `mazurka check`; 2 if the checkpoint does not fit, and a sentence says what differs.\n";

static bool may_differ(const struct option_row *row)
{
    return row->resumes;
}

/* Number of words of an option; dies if it is none of those that may differ. */
static int option_words(char **argv, int at)
{
    const char *word = argv[at];
    if (strcmp(word, "-q") == 0 || (starts_with(word, "-j") && word[2]))
        return 1;
    if (strcmp(word, "-j") == 0)
        return 2;
    if (!starts_with(word, "--"))
        die("resume takes one checkpoint, and options: %s", word);
    const struct option_row *row = option_of_word(check_options, word);
    if (!row)
        die("unknown option %s; `mazurka help resume` lists what may be given", word);
    if (!may_differ(row))
        die("--%s: a search goes on with the options that it was begun with; this one decides what is explored, or how", row->name);
    bool has_value = strchr(word, '=') || row->kind == OPTION_FLAG || row->kind == OPTION_CLEAR;
    return has_value ? 1 : 2;
}

/* Words of the first command, then those of this one: before the program's arguments. How many machines there were is
 * of no matter. */
static void join(struct strings *to, const struct strings *first, const struct strings *more)
{
    size_t i = 0;
    strings_add(to, "check");
    for (; i < first->count && strcmp(first->at[i], "--") != 0; i++)
        if (strcmp(first->at[i], "--mpi") != 0)
            strings_add(to, first->at[i]);
    strings_append(to, more);
    for (; i < first->count; i++)
        strings_add(to, first->at[i]);
}

/* What the command line of this command says. */
struct resumption {
    const char    *path;
    struct strings more; /* options of `mazurka check` */
    bool           mpi, trusted;
};

static void read_arguments(struct resumption *r, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--trust-checkpoint") == 0) {
            r->trusted = true;
            continue;
        }
        if (argv[i][0] != '-' && !r->path) {
            r->path = argv[i];
            continue;
        }
        for (int left = option_words(argv, i); left > 0 && i < argc; left--, i += left > 0)
            strings_add(&r->more, argv[i]);
        r->mpi |= strcmp(r->more.at[r->more.count - 1], "--mpi") == 0;
    }
    if (!r->path)
        die("resume needs a checkpoint: mazurka resume FILE");
}

/* Its command, judged, in its directory. Options from the environment are part of the command, and those of now are not. */
static struct checkpoint *take_up(const struct resumption *r, struct strings *first)
{
    struct checkpoint *log = checkpoint_resume(r->path, r->trusted, first);
    const struct trust trust = trust_here(checkpoint_directory(log));
    struct check_settings settings;
    struct strings command = {0};
    if (chdir(trust.directory) != 0)
        die("%s: the search was begun in %s: %s", r->path, trust.directory, strerror(errno));
    warn("going on in %s: mazurka check %s", trust.directory, strings_command(first));
    unsetenv(CHECK_VARIABLE);
    strings_add(&command, "check");
    strings_append(&command, first);
    check_read_arguments(&settings, (int)command.count, command.at);
    if (!r->trusted)
        checkpoint_refuse_untrusted(&trust, &settings, &r->more);
    return log;
}

static int run(int argc, char **argv)
{
    struct resumption r = {0};
    struct strings first = {0}, words = {0};
    read_arguments(&r, argc, argv);
    struct going_on on = {.machines = r.mpi ? machines_open() : NULL};
    if (!r.mpi || machines_report(on.machines))
        on.log = take_up(&r, &first);
    if (r.mpi)
        machines_resume(on.machines, &first);
    join(&words, &first, &r.more);
    return check_run((int)words.count, words.at, &on);
}

const struct command resume_command = {
    .name = "resume",
    .help = "resume an interrupted search",
    .example = "mazurka resume search.ckpt",
    .usage = usage,
    .options = check_options,
    .examples = examples,
    .listed = may_differ,
    .run = run,
};
