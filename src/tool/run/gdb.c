/* gdb.c - see gdb.h.
 *
 * gdb attaches to a process that was started like any other, and does not start it: the environment, and with it where the program's
 * arguments lie, is that of the search. What gdb shows of the program's threads is made by gdb_script.py.
 */
#include "tool/run/gdb.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tool/cli/util.h"

static const char *gdb, *commands;

/* The runtime has taken over, and waits. */
static bool is_waiting(const struct launch *l, pid_t child)
{
    siginfo_t gone;
    while (!__atomic_load_n(&l->wire->awaits_debugger, __ATOMIC_ACQUIRE)) {
        gone.si_pid = 0;
        if (waitid(P_PID, (id_t)child, &gone, WEXITED | WNOHANG | WNOWAIT) != 0 || gone.si_pid)
            return false;
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
    return true;
}

/* Ctrl-C is for gdb, and not for the tool. */
static void run_gdb(char *const argv[])
{
    struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
    posix_spawnattr_t attributes;
    sigset_t interrupt;
    pid_t pid;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigdefault(&attributes, &interrupt);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    sigaction(SIGINT, &ignore, &before);
    int error = posix_spawn(&pid, argv[0], NULL, &attributes, argv, environ);
    if (error)
        die("cannot run %s: %s", argv[0], strerror(error));
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    sigaction(SIGINT, &before, NULL);
    posix_spawnattr_destroy(&attributes);
}

static void attend(struct launch *l, pid_t child)
{
    struct strings argv = {0};
    if (!is_waiting(l, child))
        return;
    strings_add(&argv, gdb);
    strings_add(&argv, "-q");
    if (commands)
        strings_add(&argv, "-batch");
    static const char *const settings[] = {"set auto-load libthread-db off", "set debuginfod enabled off", "set confirm off"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        strings_add(&argv, "-iex");
        strings_add(&argv, settings[i]);
    }
    strings_add(&argv, "-ex");
    strings_addf(&argv, "python mazurka_process = %d", (int)child);
    strings_add(&argv, "-x");
    strings_add(&argv, path_join(self_library_dir(), "gdb.py"));
    if (commands) {
        strings_add(&argv, "-x");
        strings_add(&argv, commands);
    }
    strings_add(&argv, l->program);
    run_gdb(argv.at);
    if (__atomic_load_n(&l->wire->awaits_debugger, __ATOMIC_ACQUIRE)) {
        kill(child, SIGKILL);
        die("gdb did not get hold of the program: gdb needs Python (Debian: the package gdb), and the leave to trace processes "
            "(kernel.yama.ptrace_scope; in a container CAP_SYS_PTRACE)");
    }
}

void gdb_prepare(struct launch *l, const char *file)
{
    gdb = find_command("gdb");
    commands = file;
    if (!gdb)
        die("--gdb needs gdb, which is not installed (Debian: apt-get install gdb)");
    if (commands && access(commands, R_OK) != 0)
        die("--gdb-commands=%s: %s", commands, strerror(errno));
    l->config.debugged = true;
    l->attend = attend;
}
