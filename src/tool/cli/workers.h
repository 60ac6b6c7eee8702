/* workers.h - many commands, several at a time, with a line of progress. */
#ifndef MZ_TOOL_CLI_WORKERS_H
#define MZ_TOOL_CLI_WORKERS_H

#include <stdbool.h>
#include <stddef.h>

#include "tool/cli/util.h"

/* One command. Its stdin is /dev/null; stdout and stderr go to `log`. */
struct task {
    struct strings argv;
    const char    *directory; /* to run it in */
    const char    *log;
    void          *self;      /* for done() */
};

struct workers {
    size_t      at_a_time;
    const char *what;   /* "jobs": for the line of progress; NULL: none is shown */
    void (*begin)(struct task *task, void *self); /* it is about to be started: the last moment to say how. NULL: nobody asks */
    void       *self;   /* for begin() */
    double      seconds; /* after which all is ended, as by Ctrl-C; 0: never */
    void (*done)(struct task *task, int status, double seconds); /* its exit status, or 128 + signal */
};

/* Runs them all. False: somebody has asked for an end (Ctrl-C, SIGTERM), or the time was over; those that ran then were ended, and done()
 * was not told of them. The commands end with the tool, even if that is killed. */
bool workers_run(const struct workers *workers, struct task *tasks, size_t count);

/* The last line that it has left in its log, without our name before it; never NULL. */
char *task_last_words(const char *log);

/* Seconds until then, by clock_ms(CLOCK_MONOTONIC), for `seconds`: never 0 but for the end 0, which is never. */
double seconds_until(uint64_t end);

#endif
