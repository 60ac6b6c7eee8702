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

pid_t process_number(uint64_t pc)
{
    return number_given(pc, PROCESS);
}

pid_t process_parent(uint64_t pc)
{
    return number_given(pc, PARENT);
}

pid_t process_thread(uint64_t pc)
{
    return number_given(pc, PROCESS + (pid_t)mz__hot.running->number);
}

EXPORT pid_t getpid(void)
{
    return probe_active(NULL) ? process_number(CALLER) : REAL(getpid)();
}

EXPORT pid_t getppid(void)
{
    return probe_active(NULL) ? process_parent(CALLER) : REAL(getppid)();
}

EXPORT pid_t gettid(void)
{
    return probe_active(NULL) ? process_thread(CALLER) : REAL(gettid)();
}
