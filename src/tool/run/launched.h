/* launched.h - a process with the program under the runtime: what to run, and what became of it. */
#ifndef MZ_TOOL_RUN_LAUNCHED_H
#define MZ_TOOL_RUN_LAUNCHED_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "tool/run/dead_values.h"
#include "wire/wire.h"

struct asserts;
struct checkpoint;
struct machines;
struct fragment_list;
struct launch;
struct other_orders;
struct suppressions;

enum launch_end {
    LAUNCH_DONE,      /* the runtime finished and gave its verdict */
    LAUNCH_DIED,      /* the process ended without one: `signal` or `status` says how */
    LAUNCH_NO_RUNTIME, /* it ended, or hung, before the runtime had taken over */
    LAUNCH_HUNG,      /* a thread ran on and the runtime could not be made to say where; killed */
    LAUNCH_WAITED,    /* the program slept in a system call for too long; killed */
    LAUNCH_DEAF,      /* it was told to stop and did not; killed */
    LAUNCH_DAMAGED,   /* what it left in the wire cannot be: perhaps the program wrote there */
};

struct launch {
    /* what to run */
    const char               *program;
    char *const              *argv;      /* argv[0] included, ended by NULL */
    struct wire_config        config;
    const struct wire_range  *ranges;    /* visible memory, for a list or a replay */
    size_t                    range_count;
    const struct wire_decision *schedule; /* for a replay */
    size_t                    schedule_count;
    const struct wire_series *series;    /* searches one after the other; NULL: that of `config` */
    size_t                    series_count;
    const struct wire_block  *blocks;    /* on the heap that are tracked */
    size_t                    block_count;
    const struct fragment_list *fragments; /* of --search=pairwise; NULL: all of the program is one */
    const struct dead_values *dead_values; /* NULL: they are kept */
    const struct asserts     *asserts;     /* of which is to be known whether they are reached. NULL: of none */
    const uint64_t           *watched;     /* addresses in the program's file, likewise */
    size_t                    watched_count;
    const struct other_orders *orders;     /* of atomic operations, which are noted then; NULL: they are not */
    bool                      show_output; /* the program keeps our stdout and stderr; otherwise they go to /dev/null */
    bool                      show_progress;
    const char               *progress_before; /* what the line of progress begins with; may be NULL */
    const struct suppressions *suppressions; /* what is not to be told; NULL: all is */
    void (*attend)(struct launch *l, pid_t child); /* has returned before the watch over the process begins; may be NULL */
    struct checkpoint        *checkpoint; /* of --checkpoint, and what the tool does when it is its turn (wire.h: wire_turn); may be NULL */
    void (*take_turn)(struct launch *l);
    struct machines          *machines;  /* of --mpi, and what the tool does now and then while the process runs; may be NULL */
    void (*look)(struct launch *l);
    uint64_t                  hang_ms;   /* without a sign of life from the engine; 0: wait for ever */
    /* what became of it */
    struct wire    *wire;
    enum launch_end end;
    int             signal;       /* that ended it, or 0 */
    int             status;       /* exit status if no signal did */
    int             interrupted;  /* the signal by which we were told to end: Ctrl-C, SIGTERM; or 0 */
    bool            out_of_time;  /* the time limit had to be enforced from here */
    bool            random_addresses; /* address randomization could not be switched off */
    uint64_t        milliseconds, processor_milliseconds;
};

#endif
