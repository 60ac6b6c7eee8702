/* check_program.c - the program that a check is of: compiled where it is given as sources, and kept; and what is told where the check does
 * not come to a search. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool/binary/elf/objects.h"
#include "tool/cli/result_file.h"
#include "tool/commands/checking.h"
#include "tool/compile/compile.h"
#include "tool/result/verdict.h"
#include "tool/run/newer_sources.h"

static void keep_program(const char *built, const char *path)
{
    size_t length;
    struct stat status;
    char *content = read_whole_file(built, &length);
    FILE *out = content && stat(built, &status) == 0 ? result_open(path) : NULL;
    if (out) {
        fwrite(content, 1, length, out);
        fchmod(fileno(out), status.st_mode & 0777);
    }
    if (!out || result_close(out) != 0)
        die("cannot keep the program as %s: %s", path, strerror(errno));
    free(content);
}

static int shown = -1; /* standard error, while what the compiler says goes elsewhere */

static void show_errors_again(void)
{
    if (shown < 0)
        return;
    dup2(shown, STDERR_FILENO);
    close(shown);
    shown = -1;
}

/* What the compiler says is shown, and kept for the files that are written. */
static const char *compile_aloud(const struct check_settings *s, struct strings *said)
{
    int kept = s->tells_compiler ? memfd_create("compiler", MFD_CLOEXEC) : -1;
    shown = kept < 0 ? -1 : fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
    if (shown < 0)
        return compile_program(&s->compile, s->cc);
    dup2(kept, STDERR_FILENO);
    const char *program = compile_program(&s->compile, s->cc);
    show_errors_again();
    char *text = read_whole_file(format_text("/proc/self/fd/%d", kept), NULL);
    close(kept);
    fputs(text ? text : "", stderr);
    for (char *line = text ? strtok(text, "\n") : NULL; line; line = strtok(NULL, "\n"))
        strings_add(said, line);
    return program;
}

/* A check that has not come to a search. */
static struct report without_search(const struct check_settings *s, struct launch *none, enum verdict verdict, const char *reason)
{
    *none = (struct launch){.wire = allocate(sizeof(struct wire))};
    struct report r = {.settings = s, .search = none, .verdict = verdict, .reason = format_text("%s", reason)};
    const char *stem = first_source_stem(&s->compile);
    r.name = stem ? stem : s->program ? s->program : "program";
    return r;
}

/* In the files; people have read it. */
static void tell_compiler(const struct check_settings *s, const struct strings *said)
{
    struct launch none;
    struct report r = without_search(s, &none, VERDICT_ERROR, "the program was not compiled: the compiler has failed");
    r.notes = *said;
    check_write_files(&r);
}

static int tell_stopped(void *settings)
{
    struct launch none;
    const char *signal_name = end_signal() == SIGINT ? "Ctrl-C" : "SIGTERM";
    show_errors_again();
    struct report r = without_search(settings, &none, VERDICT_UNKNOWN,
        format_text("stopped by %s while the program was compiled", signal_name));
    return check_write_results(&r) ? verdict_exit_code(r.verdict) : EXIT_ERROR;
}

void check_heed_signals(struct check_settings *s)
{
    end_on_signals(tell_stopped, s);
}

static void note_newer_sources(const struct check_settings *s, const char *program)
{
    struct strings newer = newer_sources(program);
    char *sentence = newer_sources_sentence(&newer, s->program);
    if (sentence)
        warn("note: %s", sentence);
}

/* The program's path; argv[0] is how the program sees its own name, which must not depend on a temporary directory. */
const char *check_prepare_program(const struct check_settings *s, struct strings *argv)
{
    const char *program = s->program;
    if (s->compile.count) {
        struct strings said = {0};
        program = compile_aloud(s, &said);
        if (!program && s->tells_compiler)
            tell_compiler(s, &said);
        if (!program)
            exit(EXIT_ERROR); /* the compiler has said why */
        if (s->keep)
            keep_program(program, s->keep);
    }
    strings_add(argv, s->compile.count ? path_base(program) : program);
    strings_append(argv, &s->arguments);
    char *why, *absolute = realpath(program, NULL);
    if (!absolute)
        die("%s: %s", program, strerror(errno));
    if (!program_is_ours(absolute, &why))
        die("%s", why);
    if (!s->compile.count)
        note_newer_sources(s, absolute);
    return absolute;
}
