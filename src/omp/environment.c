/* environment.c - clocks, memory, places and devices: there is one device, the host, and no place. */
#include "omp/team.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- clocks ------------------------------------------------------------------------------------------------------ */

EXPORT double omp_get_wtime(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

EXPORT double omp_get_wtick(void)
{
    return 1e-9;
}

/* ---- cancellation: off, as OMP_CANCELLATION is by default -------------------------------------------------------- */

static void refuse_cancellation(void)
{
    if (wants_cancellation)
        mz_refuse("cancellation (OMP_CANCELLATION=true)");
}

EXPORT bool GOMP_cancel(int what UNUSED, bool really UNUSED)
{
    refuse_cancellation();
    return false;
}

EXPORT bool GOMP_cancellation_point(int what UNUSED)
{
    refuse_cancellation();
    return false;
}

/* ---- devices ----------------------------------------------------------------------------------------------------- */

EXPORT int omp_is_initial_device(void)
{
    return 1;
}

#define ZERO(name)                                                                                                     \
    EXPORT int name(void) { return 0; }
ZERO(omp_get_num_devices)
ZERO(omp_get_default_device)
ZERO(omp_get_initial_device)
ZERO(omp_get_device_num)
ZERO(omp_get_team_num)
ZERO(omp_get_num_places)
ZERO(omp_get_partition_num_places)
ZERO(omp_get_proc_bind)
ZERO(omp_get_max_teams)
ZERO(omp_get_teams_thread_limit)

EXPORT int omp_get_num_teams(void)
{
    return 1;
}

EXPORT int omp_get_place_num(void)
{
    return -1;
}

EXPORT void omp_set_default_device(int device UNUSED) {}

/* ---- memory: all allocators are malloc --------------------------------------------------------------------------- */

EXPORT void *omp_aligned_alloc(size_t alignment, size_t size, uintptr_t allocator UNUSED)
{
    return alignment > sizeof(void *) ? aligned_alloc(alignment, size) : malloc(size);
}

EXPORT void *omp_alloc(size_t size, uintptr_t allocator UNUSED)
{
    return malloc(size);
}

EXPORT void *omp_calloc(size_t count, size_t size, uintptr_t allocator UNUSED)
{
    return calloc(count, size);
}

EXPORT void *omp_realloc(void *block, size_t size, uintptr_t allocator UNUSED, uintptr_t before UNUSED)
{
    return realloc(block, size);
}

EXPORT void omp_free(void *block, uintptr_t allocator UNUSED)
{
    free(block);
}

EXPORT void *GOMP_alloc(size_t alignment, size_t size, uintptr_t allocator)
{
    return omp_aligned_alloc(alignment, size, allocator);
}

EXPORT void GOMP_free(void *block, uintptr_t allocator UNUSED)
{
    free(block);
}

EXPORT uintptr_t omp_get_default_allocator(void)
{
    return 1; /* omp_default_mem_alloc */
}
