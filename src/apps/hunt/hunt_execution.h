/* hunt_execution.h - one execution of the program in a process of its own, watched until it has ended: with the scheduler's library
 * preloaded, or as it is. Nothing of it stays behind: its process group is killed, and so are its descendants that have left it. */
#ifndef MZ_APPS_HUNT_HUNT_EXECUTION_H
#define MZ_APPS_HUNT_HUNT_EXECUTION_H

#include <sys/types.h>

#include "apps/hunt/hunt_settings.h"
#include "wire/hunt_wire.h"

/* End of the execution. */
struct hunt_outcome {
    enum hunt_fault fault;  /* HUNT_NO_FAULT: none that stands in the shared memory or shows in the process */
    int      status, signal; /* exit status, or -1; the signal that killed it, or 0 */
    bool     stopped;       /* the user has asked for an end meanwhile */
    bool     given_up;      /* it went on for too long: that is no fault */
    uint64_t milliseconds;
};

struct hunt_machine {
    const struct hunt_settings *settings;
    struct hunt_wire *wire;
    int      wire_fd, output_fd;
    int      expected_status;       /* of the program by itself; -1: any but what says a fault */
    uint64_t hang_ms, limit_ms;     /* limit: it is given up then; 0: ten times hang_ms */
    struct strings argv, plain_environment, environment;
};

/* From here on a child of this process works, and returns: this one stays to kill what it may leave. */
void hunt_machine_open(struct hunt_machine *m, const struct hunt_settings *s);

/* Memory of its own for a process that searches beside this one: it knows what `m` has learned. The process keeps what it may leave to
 * itself, and ends with its parent. */
void hunt_machine_split(struct hunt_machine *m, pid_t parent);

/* One execution: controlled, for which the wire's part that tells what to do is to be set before, or the program by itself. */
struct hunt_outcome hunt_execute(struct hunt_machine *m, bool controlled);

/* A command in the foreground, such as gdb, that starts the program itself, controlled: until that command has ended. */
void hunt_attend(struct hunt_machine *m, char *const command[]);

/* The end of what the last one has written to stdout and stderr; a new string. */
char *hunt_output(const struct hunt_machine *m);

#endif
