/* children.c - processes that set-up starts and waits for: real ones, of which the program sees numbers that are the same in every run.
 *
 * The filter that keeps what set-up writes from the disk (world/setup/captured.h) would be theirs, too, for good, without what makes its
 * calls: they can be started only where set-up writes to the disk. A process that fork has made is no more under the engine, and all
 * stand-ins are the real functions for it. What the model keeps (pipes and the like, shared maps, handlers of SIGCHLD) it would not share:
 * then no process is started but by a shell, which has nothing of it. Later than set-up all of this is refused.
 */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/raw.h"
#include "probe/channels/channel.h"
#include "probe/errno.h"
#include "probe/heap/map_calls.h"
#include "probe/process/process_number.h"
#include "probe/process/signals.h"
#include "probe/refuse.h"
#include "world/crashes.h"
#include "world/premise.h"
#include "world/world.h"

enum { FIRST_CHILD = 2000, CHILDREN = 256, HANDLERS = 64 };

/* The kernel's number of process FIRST_CHILD + i; 0: there is none, or it was waited for. */
static pid_t child[CHILDREN];

/* CHILDREN: it is not in the table. */
static pid_t place_of(pid_t real)
{
    pid_t i = 0;
    while (i < CHILDREN && child[i] != real)
        i++;
    return i;
}

static pid_t started(pid_t real)
{
    pid_t i = place_of(0);
    child[i] = real;
    return FIRST_CHILD + i;
}

/* Zero, -1 and numbers of groups mean the same to the kernel; that of no child is nobody's. */
static pid_t real_of(pid_t number)
{
    pid_t i = number - FIRST_CHILD;
    return number <= 0 ? number : i >= 0 && i < CHILDREN && child[i] ? child[i] : INT_MAX;
}

/* One that popen or system has started is never waited for here. */
static pid_t ended(pid_t real)
{
    pid_t i = place_of(real);
    if (i == CHILDREN)
        return real;
    child[i] = 0;
    return FIRST_CHILD + i;
}

static const char needs_disk[] = "is supported only with --setup-writes=real: what set-up writes is kept from the disk otherwise";
static const char would_share[] = "is supported only where nothing is shared with the process but files: no pipe, socket, eventfd or "
                                  "shared map, no handler of SIGCHLD";
static const char too_many[] = "is supported for 256 processes at a time";

static bool is_captured(void)
{
    return mz__world.config.store[0] && !mz__world.wire->writes_real;
}

static bool is_allowed(void)
{
    return world_in_setup() && !is_captured();
}

static uint64_t refused_child(uint64_t pc, const char *name)
{
    if (!world_in_setup())
        return probe_refused_later_from(pc, name);
    const char *why = is_captured() ? needs_disk : place_of(0) == CHILDREN ? too_many : would_share;
    return announce_from(pc, OP_FAULT | ANNOUNCE_DETAIL(FAULT_REFUSED), name, 0, (uint64_t)why, 0, 0);
}

static bool has_channels(void)
{
    for (unsigned i = 0; i < CHANNELS; i++)
        if (mz__channels[i].it.end[0].descriptors || mz__channels[i].it.end[1].descriptors)
            return true;
    return false;
}

static bool shares(void)
{
    return has_channels() || maps_shared() || mz__signals.disposition[SIGCHLD].handler != (uint64_t)SIG_DFL;
}

static bool may_start(uint64_t pc)
{
    bool may = is_allowed() && place_of(0) < CHILDREN && !shares();
    if (may)
        premise_met(PREMISE_CHILDREN, pc);
    return may;
}

/* ---- fork ----------------------------------------------------------------------------------------------------------- */

/* Handlers of pthread_atfork, in set-up: later nobody forks. */
static struct fork_handler {
    void (*prepare)(void), (*parent)(void), (*in_child)(void);
} handler[HANDLERS];
static unsigned handlers;

static int add_handler(struct fork_handler new)
{
    if (!world_in_setup())
        return 0;
    if (handlers == HANDLERS)
        return probe_refused_int("more than 64 calls of pthread_atfork");
    handler[handlers++] = new;
    return 0;
}

typedef int registrar(void (*prepare)(void), void (*parent)(void), void (*in_child)(void), void *object);

/* Part of each program: pthread_atfork calls it. */
STAND_IN(int, __register_atfork, void (*prepare)(void), void (*parent)(void), void (*in_child)(void), void *object)
{
    if (!probe_active(NULL))
        return REAL_AS(__register_atfork, registrar *)(prepare, parent, in_child, object);
    return add_handler((struct fork_handler){prepare, parent, in_child});
}

STAND_IN(int, pthread_atfork, void (*prepare)(void), void (*parent)(void), void (*in_child)(void))
{
    if (!probe_active(NULL))
        return REAL_AS(__register_atfork, registrar *)(prepare, parent, in_child, NULL);
    return add_handler((struct fork_handler){prepare, parent, in_child});
}

static void call(void (*function)(void))
{
    if (function)
        function();
}

static pid_t run_child(pid_t number, pid_t parent)
{
    mz__hot.running = NULL; /* it goes on without the engine */
    process_forked(number, parent);
    crashes_forget();
    for (unsigned i = 0; i < handlers; i++)
        call(handler[i].in_child);
    return 0;
}

static pid_t start_process(uint64_t pc)
{
    for (unsigned i = handlers; i > 0; i--)
        call(handler[i - 1].prepare);
    pid_t self = (pid_t)raw_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0);
    long real = raw_syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0, 0);
    if (real == 0)
        return run_child(FIRST_CHILD + place_of(0), self);
    for (unsigned i = 0; i < handlers; i++)
        call(handler[i].parent);
    return real < 0 ? announce_failure_from(pc, (int)-real) : started((pid_t)real);
}

/* The other of the two would lend its memory to the new process until that calls exec: to have a copy is allowed as well. */
#define START(name)                                     \
    STAND_IN(pid_t, name, void)                         \
    {                                                   \
        if (!probe_active(NULL))                        \
            return REAL_AS(fork, pid_t (*)(void))();    \
        if (!may_start(CALLER))                         \
            return (pid_t)refused_child(CALLER, #name); \
        return start_process(CALLER);                   \
    }
START(fork)
START(vfork)

/* ---- the rest ------------------------------------------------------------------------------------------------------- */

typedef int spawner(pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const *, char *const *);

#define SPAWN(name)                                                                                                        \
    STAND_IN(int, name, pid_t *number, const char *path, const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *how, \
             char *const *arguments, char *const *environment)                                                             \
    {                                                                                                                      \
        pid_t real;                                                                                                        \
        if (!probe_active(NULL))                                                                                           \
            return REAL_AS(name, spawner *)(number, path, actions, how, arguments, environment);                           \
        if (!may_start(CALLER))                                                                                            \
            return (int)refused_child(CALLER, #name);                                                                      \
        int failed = REAL_AS(name, spawner *)(&real, path, actions, how, arguments, environment);                          \
        if (!failed && number)                                                                                             \
            *number = started(real);                                                                                       \
        return failed;                                                                                                     \
    }
SPAWN(posix_spawn)
SPAWN(posix_spawnp)

static pid_t wait_for(uint64_t pc, pid_t number, int *status, int options)
{
    long real;
    do
        real = raw_syscall(SYS_wait4, real_of(number), (long)status, options, 0, 0, 0);
    while (real == -EINTR); /* the tool has asked whether the engine is still there: no signal of the program's */
    return real < 0 ? announce_failure_from(pc, (int)-real) : real ? ended((pid_t)real) : 0;
}

STAND_IN(pid_t, waitpid, pid_t number, int *status, int options)
{
    if (!probe_active(NULL))
        return REAL_AS(waitpid, pid_t (*)(pid_t, int *, int))(number, status, options);
    if (!is_allowed())
        return (pid_t)refused_child(CALLER, "waitpid");
    return wait_for(CALLER, number, status, options);
}

STAND_IN(pid_t, wait, int *status)
{
    if (!probe_active(NULL))
        return REAL_AS(wait, pid_t (*)(int *))(status);
    if (!is_allowed())
        return (pid_t)refused_child(CALLER, "wait");
    return wait_for(CALLER, -1, status, 0);
}

/* These wait for the process themselves, and never tell its number. */
#define WITH_SHELL(name)                                                              \
    STAND_IN(uint64_t, name, uint64_t a, uint64_t b)                                  \
    {                                                                                 \
        if (probe_active(NULL)) {                                                     \
            if (!is_allowed())                                                        \
                return refused_child(CALLER, #name);                                  \
            premise_met(PREMISE_CHILDREN, CALLER);                                    \
        }                                                                             \
        return REAL_AS(name, uint64_t (*)(uint64_t, uint64_t))(a, b);                 \
    }
WITH_SHELL(popen)
WITH_SHELL(pclose)
WITH_SHELL(system)
