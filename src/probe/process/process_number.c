/* process_number.c - what a process knows of itself and would be different in every run: constants here. */
#include <sys/types.h>
#include <unistd.h>

#include "probe/process/process_number.h"
#include "probe/libc.h"
#include "world/premise.h"

enum { PARENT = PROCESS - 1 };

static inline pid_t number_given(uint64_t pc, pid_t number)
{
    premise_met(PREMISE_NUMBERS, pc);
    return number;
}

EXPORT pid_t getpid(void)
{
    return probe_active(NULL) ? number_given(CALLER, PROCESS) : REAL(getpid)();
}

EXPORT pid_t getppid(void)
{
    return probe_active(NULL) ? number_given(CALLER, PARENT) : REAL(getppid)();
}

EXPORT pid_t gettid(void)
{
    return probe_active(NULL) ? number_given(CALLER, PROCESS + (pid_t)mz__hot.running->number) : REAL(gettid)();
}

/* There are no forks, so handlers for them are never called. atfork is part of each program and calls this. */
STAND_IN(int, __register_atfork, void (*prepare)(void), void (*parent)(void), void (*child)(void), void *object)
{
    if (!probe_active(NULL))
        return REAL_AS(__register_atfork, int (*)(void (*)(void), void (*)(void), void (*)(void), void *))(prepare, parent,
                                                                                                        child, object);
    return 0;
}

STAND_IN(int, pthread_atfork, void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
    if (!probe_active(NULL))
        return REAL_AS(__register_atfork, int (*)(void (*)(void), void (*)(void), void (*)(void), void *))(prepare, parent,
                                                                                                        child, NULL);
    return 0;
}
