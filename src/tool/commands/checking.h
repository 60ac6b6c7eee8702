/* checking.h - the parts of `mazurka check` that other commands are made of, too: the program, the search, what is to be told of it. */
#ifndef MZ_TOOL_COMMANDS_CHECKING_H
#define MZ_TOOL_COMMANDS_CHECKING_H

#include "tool/cli/check_settings.h"
#include "tool/result/result.h"
#include "tool/run/launched.h"

struct checkpoint;
struct machines;

/* The whole command. It begins a search, or goes on with one: of this checkpoint, on these machines. Those that do not report have none. */
struct going_on {
    struct checkpoint *log;
    struct machines   *machines; /* NULL: there is only this one */
};
int check_run(int argc, char **argv, const struct going_on *resumed);

/* The options that name files which are written: the i-th, or NULL. */
const char *check_writes(int i);

/* Compiles what is to be compiled. The program's path; `argv` gets its arguments, behind the name by which the program knows itself. */
const char *check_prepare_program(const struct check_settings *settings, struct strings *argv);

/* Ctrl-C, SIGTERM and SIGHUP while the program is made: the check ends with a verdict, in all files that it was to write. Until
 * end_on_signals_no_more(). */
void check_heed_signals(struct check_settings *settings);

/* Dead values that `launch` knows already are not worked out again. */
void check_search(struct launch *launch, const struct check_settings *settings, const char *program, char *const *argv);

/* Notes for the user about the search, whatever it has found. */
void check_add_notes(struct report *report);

/* From a search to its verdict: notes, findings that are replayed, and all that the verdict rests on. */
void check_conclude(struct report *report);

/* Tells people, and writes files; or the files alone. False: one of them could not be written. */
bool check_write_results(struct report *report);
bool check_write_files(const struct report *report);

/* Files that cannot be written in the end are refused before it costs anything. */
void check_writable(const char *option, const char *path);

#endif
