/* exit.c - the program's end: exit and its handlers, abort, failed assertions.
 *
 * Handlers run on the program's thread that called exit, last registered first, then destructors of the program and of
 * libraries with hooks (__attribute__((destructor))); then the process ends, as an operation. The list of handlers is model
 * state. Handlers that libraries registered before the program started stay with libc and do not run: the real process goes on
 * to the next execution.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "probe/libc.h"
#include "probe/process/signals.h"
#include "probe/refuse.h"
#include "probe/thread/thread_table.h"
#include "world/atomic_names.h"
#include "world/life.h"
#include "world/loaded/modules.h"
#include "world/outside/outside.h"
#include "world/state/tcb.h"

/* Forms of a call of a handler: f(argument), f(status, argument). */
enum handler_form { HANDLER_ARGUMENT, HANDLER_STATUS };

struct handler {
    uint64_t function;
    uint64_t argument;
    uint64_t form;
};

enum { MOST_HANDLERS = 1024 };

struct handlers {
    uint64_t       count;
    struct handler handler[MOST_HANDLERS];
};

static MODEL struct handlers at_exit, at_quick;

/* Filled by libcall_pop_handler for the stand-in that announced it; nothing comes between. */
static struct handler popped;

enum performed libcall_atexit(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    struct handlers *list = (struct handlers *)op->addr;
    if (list->count == MOST_HANDLERS)
        return world_report(t, FAULT_REFUSED, 0, 0, "more than %d exit handlers are not supported", MOST_HANDLERS);
    outside_given(op->arg[2]);
    struct handler new = {.function = op->arg[2], .argument = op->arg[0], .form = op->order};
    mem_set(&list->handler[list->count], new);
    mem_set(&list->count, list->count + 1);
    return PERFORM_RESUME;
}

enum performed libcall_pop_handler(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    struct handlers *list = (struct handlers *)op->addr;
    if (list->count == 0)
        return PERFORM_RESUME;
    mem_set(&list->count, list->count - 1);
    popped = list->handler[list->count];
    mem_clear(&list->handler[list->count], sizeof popped);
    t->result[0] = 1;
    return PERFORM_RESUME;
}

static inline int add_handler(struct handlers *list, enum handler_form form, void *function, void *argument)
{
    return mz__announce_int(LIBCALL(ATEXIT) | ANNOUNCE_ORDER(form), list, sizeof list->count, (uint64_t)argument, 0,
                             (uint64_t)function);
}

STAND_IN(int, __cxa_atexit, void (*function)(void *), void *argument, void *object)
{
    if (!probe_active(NULL))
        return REAL_AS(__cxa_atexit, int (*)(void (*)(void *), void *, void *))(function, argument, object);
    return add_handler(&at_exit, HANDLER_ARGUMENT, (void *)(uintptr_t)function, argument);
}

/* atexit is part of each program and calls __cxa_atexit; an old program may import it. A function without parameters does
 * not mind an argument. */
STAND_IN(int, atexit, void (*function)(void))
{
    if (!probe_active(NULL))
        return REAL_AS(__cxa_atexit, int (*)(void (*)(void), void *, void *))(function, NULL, NULL);
    return add_handler(&at_exit, HANDLER_ARGUMENT, (void *)(uintptr_t)function, NULL);
}

STAND_IN(int, on_exit, void (*function)(int, void *), void *argument)
{
    if (!probe_active(NULL))
        return REAL_AS(on_exit, int (*)(void (*)(int, void *), void *))(function, argument);
    return add_handler(&at_exit, HANDLER_STATUS, (void *)(uintptr_t)function, argument);
}

STAND_IN(int, __cxa_at_quick_exit, void (*function)(void *), void *object)
{
    if (!probe_active(NULL))
        return REAL_AS(__cxa_at_quick_exit, int (*)(void (*)(void *), void *))(function, object);
    return add_handler(&at_quick, HANDLER_ARGUMENT, (void *)(uintptr_t)function, NULL);
}

STAND_IN(int, at_quick_exit, void (*function)(void))
{
    if (!probe_active(NULL))
        return REAL_AS(__cxa_at_quick_exit, int (*)(void (*)(void), void *))(function, NULL);
    return add_handler(&at_quick, HANDLER_ARGUMENT, (void *)(uintptr_t)function, NULL);
}

static void run_handlers(uint64_t pc, struct handlers *list, int status)
{
    while (announce_from(pc, LIBCALL(POP_HANDLER), list, sizeof list->count, 0, 0, 0)) {
        struct handler h = popped;
        if (h.form == HANDLER_STATUS)
            ((void (*)(int, void *))h.function)(status, (void *)h.argument);
        else
            ((void (*)(void *))h.function)((void *)h.argument);
    }
}

static inline uint64_t end_process(int status)
{
    return mz__announce(OP_PROCESS_EXIT, NULL, 0, (uint64_t)(status & 0xff), 0, 0);
}

static void run_all_handlers(uint64_t pc, int status)
{
    thread_run_destructors();
    run_handlers(pc, &at_exit, status);
    for (unsigned i = 0; modules_destructor(i); i++) {
        outside_given((uint64_t)modules_destructor(i));
        modules_destructor(i)();
        run_handlers(pc, &at_exit, status); /* which it may have registered */
    }
}

STAND_IN(uint64_t, exit, int status)
{
    if (!probe_active(NULL))
        REAL_AS(exit, void (*)(int))(status);
    run_all_handlers(CALLER, status);
    return end_process(status);
}

void exit_from(uint64_t pc, int status)
{
    run_all_handlers(pc, status);
    announce_from(pc, OP_PROCESS_EXIT, NULL, 0, (uint64_t)(status & 0xff), 0, 0);
}

STAND_IN(uint64_t, quick_exit, int status)
{
    if (!probe_active(NULL))
        REAL_AS(quick_exit, void (*)(int))(status);
    run_handlers(CALLER, &at_quick, status);
    return end_process(status);
}

STAND_IN(uint64_t, _exit, int status)
{
    if (!probe_active(NULL))
        REAL_AS(_exit, void (*)(int))(status);
    return end_process(status);
}

STAND_IN(uint64_t, _Exit, int status)
{
    if (!probe_active(NULL))
        REAL_AS(_Exit, void (*)(int))(status);
    return end_process(status);
}

static enum performed process_exit_perform(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    return world_process_exit(t, (int)op->arg[0]);
}

const struct semantics process_exit_semantics = {.perform = process_exit_perform, .also_touches = thread_number_read};

/* Ends by mistake */

static inline uint64_t abort_with(const char *sentence)
{
    return mz__announce(OP_FAULT | ANNOUNCE_DETAIL(FAULT_ABORT), sentence, 0, 0, 0, 0);
}

/* A handler runs first, even if the thread blocks the signal, and need not return. */
static void run_abort_handler(uint64_t pc)
{
    static const uint64_t set = (uint64_t)1 << (SIGABRT - 1);
    announce_read_from(pc, &mz__signals.disposition[SIGABRT], sizeof(struct disposition));
    if (!signal_has_handler(SIGABRT))
        return;
    announce_from(pc, OP_SIGMASK, &mz__signals.mask[mz__hot.running->number], sizeof(uint64_t), SIG_UNBLOCK, (uint64_t)&set, 0);
    announce_from(pc, OP_KILL, &mz__signals, sizeof mz__signals, tcb_self(mz__hot.running->tp), 0, SIGABRT);
}

STAND_IN(uint64_t, abort, void)
{
    if (!probe_active(NULL))
        REAL_AS(abort, void (*)(void))();
    uint64_t pc = CALLER;
    if (atomic_names_has(WIRE_NAMED_ASSUME, pc))
        return mz__announce(OP_ASSUME, NULL, 0, 0, 0, 0);
    run_abort_handler(pc);
    return abort_with("the program called abort");
}

STAND_IN(uint64_t, __stack_chk_fail, void)
{
    if (!probe_active(NULL))
        REAL_AS(abort, void (*)(void))();
    return abort_with("stack smashing detected");
}

STAND_IN(uint64_t, __chk_fail, void)
{
    if (!probe_active(NULL))
        REAL_AS(abort, void (*)(void))();
    return abort_with("buffer overflow detected");
}

STAND_IN(uint64_t, __fortify_fail, const char *message)
{
    if (!probe_active(NULL))
        REAL_AS(abort, void (*)(void))();
    return abort_with(message);
}

static inline uint64_t assertion(const char *expression, const char *file, unsigned line, const char *function)
{
    return mz__announce(OP_FAULT | ANNOUNCE_DETAIL(FAULT_ASSERTION), expression, 0, (uint64_t)file, line, (uint64_t)function);
}

STAND_IN(uint64_t, __assert_fail, const char *expression, const char *file, unsigned line, const char *function)
{
    if (!probe_active(NULL))
        REAL_AS(__assert_fail, void (*)(const char *, const char *, unsigned, const char *))(expression, file, line, function);
    return assertion(expression, file, line, function);
}

STAND_IN(uint64_t, __assert, const char *expression, const char *file, int line)
{
    if (!probe_active(NULL))
        REAL_AS(__assert, void (*)(const char *, const char *, int))(expression, file, line);
    return assertion(expression, file, (unsigned)line, NULL);
}

STAND_IN(uint64_t, __assert_perror_fail, int error, const char *file, unsigned line, const char *function)
{
    if (!probe_active(NULL))
        REAL_AS(__assert_perror_fail, void (*)(int, const char *, unsigned, const char *))(error, file, line, function);
    return assertion(REAL(strerror)(error), file, line, function);
}
