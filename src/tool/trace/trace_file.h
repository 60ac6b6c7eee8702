/* trace_file.h - .mzt files: a schedule with everything that is needed to run it again. docs/design/trace-format.md describes it.
 *
 * A trace is text, one fact a line, closed by a line with the number of decisions and a checksum. It holds
 * a schedule and no addresses or digests of states, so that it outlives a restart of the machine; the visible ranges are
 * relative to the objects that they lie in.
 */
#ifndef MZ_TOOL_TRACE_TRACE_FILE_H
#define MZ_TOOL_TRACE_TRACE_FILE_H

#include "tool/cli/check_settings.h"
#include "tool/cli/util.h"
#include "wire/wire.h"

enum { TRACE_VERSION = 7, MOST_VISIBLE = 1 << 28 /* bytes in the ranges of a file that is read */ };

extern const char *const trace_visible[]; /* by enum wire_visible; ends with NULL */

struct trace {
    char *tool;               /* version of mazurka that wrote it */
    char *program;            /* path of the program; its name alone if check compiled it */
    char *directory;          /* where check was run */
    char *build_id;           /* of the program, hexadecimal; NULL if it has none */
    uint64_t digest, size;    /* of the program's file */
    struct strings arguments; /* of the program */
    char *compiler;           /* set if check compiled the program itself: */
    struct strings compile;   /* the words given to the compiler, sources included */
    char *visible;            /* one of trace_visible */
    /* Options that decide how the schedule is followed, and have a word for it in their rows. What is not said is 0, or
     * no text. */
    struct check_settings options;
    /* Fault that the schedule leads to. */
    char *fault;              /* word of fault.h; "none" if the search ended without one, say because it was killed */
    char *fault_text, *fault_file, *fault_function;
    uint64_t fault_line, fault_thread, fault_code;

    char *steps;              /* checksums of what its steps do (step_sums.h); NULL: not known */
    uint64_t setup;           /* what set-up has left in memory, a digest (setup_repeats.h); 0: not known */

    struct wire_range *ranges;
    size_t range_count;
    struct wire_decision *decisions;
    size_t decision_count;
};

/* Write it; 0, or -1 with errno set. The file is complete or, where the system lets us, not there at all. */
int trace_write(const char *path, const struct trace *trace);

/* Read it; NULL if it cannot be read, with a sentence (without the path) in *error. */
struct trace *trace_read(const char *path, char **error);

/* The same for text in memory: what the tests use. */
char *trace_format(const struct trace *trace, size_t *length);
struct trace *trace_parse(const char *text, size_t length, char **error);

void trace_free(struct trace *trace); /* one that was read */

#endif
