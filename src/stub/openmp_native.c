/* openmp_native.c - functions that the OpenMP library for checks (src/omp) calls, in a run without a check. */
#include <stdio.h>
#include <stdlib.h>

#include "stub/stub.h"

EXPORTED(int, mz_program_takes, const char *function UNUSED)
{
    return 1;
}

EXPORTED(void, mz_refuse_in_check, const char *name UNUSED) {}

EXPORTED(void, mz_refuse, const char *name)
{
    fflush(stdout);
    fprintf(stderr, "%s of OpenMP is not supported\n", name);
    abort();
}

EXPORTED(void, mz_weak_section, void) {}
EXPORTED(void, mz_shares_work, void) {}
EXPORTED(void, mz_default_team, void) {}
