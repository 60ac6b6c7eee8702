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
