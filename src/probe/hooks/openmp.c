/* openmp.c - functions of the runtime that the OpenMP library for checks (src/omp) calls. */
#include "probe/libc.h"
#include "world/loaded/language.h"
#include "world/loaded/modules.h"
#include "world/premise.h"
#include "world/watch/weak_atomics.h"

/* Does the program make tasks? Where it does not, a barrier is simpler. */
STAND_IN(int, mz_program_takes, const char *function)
{
    return modules_take(function);
}

/* Place from which the program has called the library, which keeps frame pointers. */
static inline __attribute__((always_inline)) uint64_t call_of_program(void)
{
    enum { DEEP = 16 };
    const uint64_t *frame = __builtin_frame_address(0);
    uint64_t pc = frame[1];
    for (int i = 0; i < DEEP && language_is_openmp(pc); i++) {
        frame = (const uint64_t *)frame[0];
        pc = frame[1];
    }
    return pc;
}

static const char refused_openmp[] = "of OpenMP is not supported";

static inline __attribute__((always_inline)) uint64_t refuse(const char *name)
{
    mz__hot.running->op.arg[3] = call_of_program();
    return mz__announce(OP_FAULT | ANNOUNCE_DETAIL(FAULT_REFUSED), name, 0, (uint64_t)refused_openmp, 0, 0);
}

STAND_IN(uint64_t, mz_refuse, const char *name)
{
    return refuse(name);
}

STAND_IN(uint64_t, mz_refuse_in_check, const char *name)
{
    return refuse(name);
}

STAND_IN(void, mz_shares_work, void)
{
    wire_note_place(mz__world.wire->work_shared, call_of_program());
}

STAND_IN(void, mz_default_team, void)
{
    premise_met(PREMISE_TEAMS, call_of_program());
}

STAND_IN(void, mz_weak_section, void)
{
    weak_section(mz__hot.running, call_of_program());
}
