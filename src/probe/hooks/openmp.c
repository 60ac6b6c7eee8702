/* openmp.c - what the OpenMP library for checks (src/omp) asks of the runtime. */
#include "probe/libc.h"
#include "world/loaded/modules.h"

/* Does the program make tasks? Where it does not, a barrier is simpler. */
STAND_IN(int, mz_program_takes, const char *function)
{
    return modules_take(function);
}

static const char refused_openmp[] = "of OpenMP is not supported";

STAND_IN(uint64_t, mz_refuse, const char *name)
{
    return mz__announce(OP_FAULT | ANNOUNCE_DETAIL(FAULT_REFUSED), name, 0, (uint64_t)refused_openmp, 0, 0);
}
