/* hunt_gdb.c - see hunt_gdb.h.
 *
 * gdb starts the program itself, with what it is started with in a hunt; threads and memory are the real ones. The scheduler is watched as
 * ever, but time in which the program is stopped does not count. */
#include "apps/hunt/hunt_gdb.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A second `run` would find what the first has left. */
static const char once[] =
    "define hook-run\n"
    "python\n"
    "if globals().get('mazurka_ran'):\n"
    "    raise gdb.GdbError('a schedule is followed once: leave gdb, and start it again')\n"
    "mazurka_ran = True\n"
    "end\n"
    "end\n";

static void set_environment(const struct hunt_machine *m, FILE *out)
{
    for (size_t i = 0; i < m->environment.count; i++) {
        const char *variable = m->environment.at[i], *value = strchr(variable, '=');
        if (value && !strchr(value, '\n'))
            fprintf(out, "set environment %.*s = %s\n", (int)(value - variable), variable, value + 1);
    }
    fputs("unset environment LINES\nunset environment COLUMNS\n", out);
}

static char *write_prelude(const struct hunt_machine *m)
{
    char *path = path_join(temp_directory(), "prelude.gdb");
    FILE *out = fopen(path, "w");
    if (!out)
        die("cannot write %s: %s", path, strerror(errno));
    fputs("set debuginfod enabled off\nset confirm off\nset breakpoint pending on\n"
          "set startup-with-shell off\nset print thread-events off\n", out);
    set_environment(m, out);
    fputs("tbreak hunt_fault\n", out);
    if (m->expected_status >= 0)
        fputs("catch syscall exit_group\n", out);
    fputs(once, out);
    fputs("echo `run` follows the schedule, once, to the fault\\n\n", out);
    if (fclose(out) != 0)
        die("cannot write %s: %s", path, strerror(errno));
    return path;
}

void hunt_gdb(struct hunt_machine *m, const char *commands)
{
    struct strings argv = {0};
    const char *gdb = find_command("gdb");
    if (!gdb)
        die("--gdb needs gdb, which is not installed (Debian: apt-get install gdb)");
    if (commands && access(commands, R_OK) != 0)
        die("--gdb-commands=%s: %s", commands, strerror(errno));
    strings_add(&argv, gdb);
    strings_add(&argv, "-q");
    if (commands)
        strings_add(&argv, "-batch");
    strings_add(&argv, "-x");
    strings_add(&argv, write_prelude(m));
    if (commands) {
        strings_add(&argv, "-x");
        strings_add(&argv, commands);
    }
    strings_add(&argv, "--args");
    strings_append(&argv, &m->argv);
    hunt_attend(m, argv.at);
}
