/* process_number.c - what a process knows of itself and would be different in every run: constants here. */
#include <sys/types.h>
#include <unistd.h>

#include "probe/process/process_number.h"
#include "probe/libc.h"

enum { PARENT = PROCESS - 1 };

EXPORT pid_t getpid(void)
{
    return probe_active(NULL) ? PROCESS : REAL(getpid)();
}

EXPORT pid_t getppid(void)
{
    return probe_active(NULL) ? PARENT : REAL(getppid)();
}

EXPORT pid_t gettid(void)
{
    return probe_active(NULL) ? PROCESS + (pid_t)mz__hot.running->number : REAL(gettid)();
}
