/* process_number.c - facts of a process that differ in every run: constants here. */
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include "base/raw.h"
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

/* ---- in a process that set-up has forked -------------------------------------------------------------------------------- */

enum { PARENT_KNOWN, CHILD_KNOWN, KNOWN };

/* The two that the program has numbers of, as the kernel and the program call them. Processes that it forks itself have the kernel's. */
static struct {
    pid_t real, number;
} known[KNOWN];

void process_forked(pid_t number, pid_t parent)
{
    known[PARENT_KNOWN].real = parent;
    known[PARENT_KNOWN].number = PROCESS;
    known[CHILD_KNOWN].real = (pid_t)raw_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0);
    known[CHILD_KNOWN].number = number;
}

pid_t process_real(pid_t number)
{
    for (int i = 0; i < KNOWN; i++)
        if (known[i].number && known[i].number == number)
            return known[i].real;
    return number;
}

static pid_t number_of(pid_t real)
{
    for (int i = 0; i < KNOWN; i++)
        if (known[i].number && known[i].real == real)
            return known[i].number;
    return real;
}

/* ---- stand-ins ----------------------------------------------------------------------------------------------------------- */

EXPORT pid_t getpid(void)
{
    return probe_active(NULL) ? process_number(CALLER) : number_of(REAL(getpid)());
}

EXPORT pid_t getppid(void)
{
    return probe_active(NULL) ? process_parent(CALLER) : number_of(REAL(getppid)());
}

EXPORT pid_t gettid(void)
{
    return probe_active(NULL) ? process_thread(CALLER) : REAL(gettid)();
}
