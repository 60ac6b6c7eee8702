/* dap_command.c - `mazurka dap`: a debug adapter, by which editors step through the interleaving of a trace, forward and back. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "apps/dap/requests.h"
#include "tool/cli/command.h"
#include "tool/cli/json_text.h"
#include "tool/cli/options.h"

static const char usage[] =
    "Usage: mazurka dap\n"
    "\n"
    "Speaks the Debug Adapter Protocol on standard input and output, so that an editor steps through the interleaving of a trace\n"
    "that `mazurka check` has written, forward and back. The trace is replayed once; then nothing runs any more.\n"
    "\n"
    "What `launch` takes:\n"
    "  trace        the file (*.mzt), or a token\n"
    "  program      run this program instead of the one that is named in the trace\n"
    "  cwd          folder in which it is replayed\n"
    "  stopOnEntry  stop before the first step (default true)\n"
    "  force        go on although the program has changed since\n"
    "  trustTrace   as --trust-trace of `mazurka replay`\n"
    "\n"
    "Step over goes behind the next step of the thread, step into behind the next step of any thread, step out to the next switch of\n"
    "threads. Continue stops at preemptions (the exception breakpoint `preemptions`), at breakpoints, and at the fault.\n"
    "\n"
    "Examples:\n"
    "  {\"type\": \"mazurka\", \"request\": \"launch\", \"trace\": \"counter.mzt\"}      in launch.json\n"
    "\n"
    "Exit status: 0 the editor has ended the session, 2 what came was no message of the protocol.\n";

/* A stream of its own for the protocol, in whose place programs that are started get `instead`. */
static FILE *taken(int fd, int instead, const char *mode)
{
    int own = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    FILE *stream = own < 0 || instead < 0 || dup2(instead, fd) < 0 ? NULL : fdopen(own, mode);
    if (!stream)
        die("%s cannot be used: %s", fd == STDIN_FILENO ? "standard input" : "standard output", strerror(errno));
    return stream;
}

static int run(int argc, char **argv)
{
    static struct session session;
    if (argc > 1)
        die("unexpected argument %s: an editor says by messages what it wants; --help explains", argv[1]);
    session.channel.in = taken(STDIN_FILENO, open("/dev/null", O_RDONLY | O_CLOEXEC), "r");
    session.channel.out = taken(STDOUT_FILENO, STDERR_FILENO, "w");
    session.at_preemptions = true;
    const char *why = NULL;
    while (!session.over) {
        json_t *request = message_read(&session.channel, &why);
        if (!request)
            break;
        if (strcmp(json_text_at(request, "type"), "request") == 0)
            request_serve(&session, request);
        json_decref(request);
    }
    if (why)
        die("%s", why);
    return 0;
}

const struct command dap_command = {
    .name = "dap",
    .help = "step through a trace in an editor (Debug Adapter Protocol)",
    .example = "mazurka dap",
    .usage = usage,
    .run = run,
};
