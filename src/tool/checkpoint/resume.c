/* resume.c - `mazurka resume`: goes on with a search that was ended before its time. */
#include <stdlib.h>
#include <string.h>

#include "tool/check_settings.h"
#include "tool/checking.h"
#include "tool/checkpoint/checkpoint.h"
#include "tool/command.h"
#include "tool/mpi/machines.h"

static const char usage[] =
    "Usage: mazurka resume FILE [OPTIONS]\n"
    "\n"
    "Goes on with a search of `mazurka check --checkpoint=FILE` that was killed, or has come to a limit. The program, its\n"
    "arguments and environment, the directory and the options are those with which the search was begun; libraries and what\n"
    "set-up leaves in memory are compared. What was finished is not explored again, and bugs that were known are reported.\n"
    "\n"
    "Options of `mazurka check` that may be others than then: --time, --memory, --states, --jobs (-j), --checkpoint-every,\n"
    "--hang, --minimize, --steps, --format, --color, --quiet (-q), --verbose, and the files to be written: --trace, --json,\n"
    "--junit, --sarif, --html, --witness. --mpi: this command is given to several machines, as many as there are now.\n"
    "\n"
    "Examples:\n"
    "  mazurka resume counter.mzc --time=8h\n"
    "  mpirun -n 4 mazurka resume counter.mzc --mpi\n"
    "\n"
    "Exit status: that of `mazurka check`; 2 if the checkpoint does not fit, and a sentence says what differs.\n";

static const char *const may_differ[] = {"time", "memory", "states", "jobs", "checkpoint-every", "hang", "minimize", "steps", "format",
    "color", "quiet", "verbose", "trace", "no-trace", "json", "junit", "sarif", "html", "witness", "mpi",
    NULL};

/* How many words it is; dies if it is none of those that may differ. */
static int option_words(char **argv, int at)
{
    const char *word = argv[at];
    if (strcmp(word, "-q") == 0 || (starts_with(word, "-j") && word[2]))
        return 1;
    if (strcmp(word, "-j") == 0)
        return 2;
    if (!starts_with(word, "--"))
        die("resume takes one checkpoint, and options: %s", word);
    size_t length = strcspn(word + 2, "=");
    char *name = format_text("%.*s", (int)length, word + 2);
    const struct option_row *row = check_options;
    while (row->help && (!row->name || strcmp(row->name, name) != 0))
        row++;
    if (!row->help)
        die("unknown option %s; `mazurka help resume` lists what may be given", word);
    if (!is_one_of(name, may_differ))
        die("--%s: a search goes on with the options that it was begun with; this one decides what is explored, or how", name);
    bool has_value = word[2 + length] == '=' || row->kind == OPTION_FLAG || row->kind == OPTION_CLEAR;
    return has_value ? 1 : 2;
}

/* Those of the first command, then those of this one: before the program's arguments. How many machines there were is of no matter. */
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

static int run(int argc, char **argv)
{
    struct strings more = {0}, first = {0}, words = {0};
    const char *path = NULL;
    bool mpi = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            fputs(usage, stdout);
            return 0;
        }
        if (argv[i][0] != '-' && !path) {
            path = argv[i];
            continue;
        }
        for (int left = option_words(argv, i); left > 0 && i < argc; left--, i += left > 0)
            strings_add(&more, argv[i]);
        mpi |= strcmp(more.at[more.count - 1], "--mpi") == 0;
    }
    if (!path)
        die("resume needs a checkpoint: mazurka resume FILE");
    struct going_on on = {.machines = mpi ? machines_open() : NULL};
    if (!mpi || machines_report(on.machines))
        on.log = checkpoint_resume(path, &first);
    if (mpi)
        machines_resume(on.machines, &first);
    join(&words, &first, &more);
    return check_run((int)words.count, words.at, &on);
}

const struct command resume_command = {
    .name = "resume",
    .help = "go on with a search that was ended before its time",
    .usage = usage,
    .run = run,
};
