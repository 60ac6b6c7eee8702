/* util.h - utilities for every part of the tool: messages, string vectors, paths, processes, temporary directories.
 *
 * The tool is a short-lived process: strings made here are never freed. Running out of memory ends it with a message.
 */
#ifndef MZ_TOOL_CLI_UTIL_H
#define MZ_TOOL_CLI_UTIL_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#define PRINTF(format_at, args_at) __attribute__((format(printf, format_at, args_at)))

/* Exit codes of the tool. */
enum { EXIT_VERIFIED = 0, EXIT_BUG = 1, EXIT_ERROR = 2, EXIT_UNKNOWN = 3, EXIT_UNSOUND = 4 };

/* --- messages: on stderr, each one line that begins with "mazurka: " ---------------------------------------------- */

/* The user's mistake or the system's failure: say it and exit with EXIT_ERROR. */
void die(const char *format, ...) PRINTF(1, 2) __attribute__((noreturn));
/* Something the user should know; work goes on. */
void warn(const char *format, ...) PRINTF(1, 2);
/* Brings what was printed out. The errno with which that has failed, now or earlier, or 0. */
int flush_stdout(void);
/* An invariant of our own does not hold: say so and abort. */
void bug(const char *format, ...) PRINTF(1, 2) __attribute__((noreturn));

/* --- memory and text ---------------------------------------------------------------------------------------------- */

void *allocate(size_t bytes);                /* zeroed */
void *resize(void *block, size_t bytes);
char *format_text(const char *format, ...) PRINTF(1, 2);
char *format_arguments(const char *format, va_list args) __attribute__((format(printf, 1, 0)));
bool  starts_with(const char *text, const char *prefix);
bool  ends_with(const char *text, const char *suffix);
bool  is_one_of(const char *text, const char *const *list); /* which ends with NULL */
/* `text` as one word for a shell: quoted where needed. */
char *shell_quote(const char *text);
/* The name of a file, as a word that no command takes for an option. */
char *shell_file(const char *name);
/* The candidate that `word` is probably meant to be, or NULL; candidates end with NULL. */
const char *nearest_word(const char *word, const char *const *candidates);

/* A vector of strings. at[count] is always NULL once something was added, so that `at` can be an argv. It keeps the
 * pointers that it is given: they must outlive it. Starts as all zeros. */
struct strings {
    char **at;
    size_t count;
    size_t capacity;
};
void strings_add(struct strings *list, const char *text);
void strings_addf(struct strings *list, const char *format, ...) PRINTF(2, 3); /* a new string */
void strings_append(struct strings *list, const struct strings *more);
bool strings_contain(const struct strings *list, const char *text);
bool strings_share(const struct strings *a, const struct strings *b); /* one string at least */
char *strings_command(const struct strings *list); /* one line, quoted for a shell */

uint64_t clock_ms(clockid_t clock); /* milliseconds */

/* --- files and places --------------------------------------------------------------------------------------------- */

char *path_join(const char *directory, const char *name);
const char *path_base(const char *path); /* what follows the last slash */
bool  file_exists(const char *path);
/* The file's content (NUL-terminated), its length in *length if that is not NULL; NULL with errno set if it cannot be
 * read. */
char *read_whole_file(const char *path, size_t *length);
/* Makes the folders on the way to a file, for the user alone. False with errno set. */
bool make_folders(const char *path);
/* Path of `name`, found as a shell finds a command, or NULL. */
char *find_command(const char *name);

/* Relative to the tool's own executable, in the build tree and when installed. */
const char *self_path(void);        /* …/bin/mazurka */
const char *self_library_dir(void); /* …/lib/mazurka: libmazurka.so, libmazurka-wide.so, libmazurka-stub.so, tsan/ */
const char *self_include_dir(void); /* …/include: mazurka.h */

/* --- processes ---------------------------------------------------------------------------------------------------- */

/* Run argv[0] (found in PATH) with our own stdin, stdout and stderr, and wait. Returns its exit status, 128 + signal if
 * a signal ended it; dies if it cannot be started. */
int run_process(char *const argv[]);
/* The same, but returns what it wrote to stdout and stderr; *status gets its exit status (127: cannot be started). */
char *capture_process(char *const argv[], int *status);
/* The same for so many milliseconds (0: for as long as it takes), or until a command that heeds signals is asked for an end. Then the
 * process is ended, and *status is -1. */
char *capture_process_for(char *const argv[], uint64_t milliseconds, int *status);

/* The command heeds Ctrl-C, SIGTERM and SIGHUP: it looks at end_is_asked(). Where it waits for a process of which a part is of no use
 * (run_process, capture_process), that is killed, and the tool exits with what `tell` returns, which says what is known so far (NULL:
 * there is no such process). A second signal ends the tool at once. */
void end_on_signals(int (*tell)(void *self), void *self);
int end_on_signals_no_more(void); /* they end the tool, as before; the one that was sent meanwhile, or 0 */
bool end_is_asked(void);
void end_was_asked(int signal_number); /* by a signal that was blocked, and taken */
_Noreturn void end_early(int signal_number); /* as if a process that it waits for had been killed */
int end_signal(void); /* by which processes are told to end: a check names the one that we were sent (Ctrl-C), or else SIGTERM */

/* A new empty directory below TMPDIR, removed with everything in it when the tool exits or is ended by a signal, or, if it is killed, by
 * the next one that needs one. */
const char *temp_directory(void);
/* A name for one, at a place where it can be made by whoever needs it; it is removed like the others. */
const char *temp_directory_unmade(void);
/* After fork(): this process removes them, in place of its parent. */
void temp_directories_adopt(void);
void remove_directory(const char *path); /* with all that is in it */

#endif
