/* real.c - looks the real functions up. */
#include "hunt/real.h"

#include <dlfcn.h>

struct real hunt_real;

/* Conditions have two versions in glibc; the older one must not be taken. */
void *hunt_find_real(const char *name)
{
    void *found = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
    return found ? found : dlsym(RTLD_NEXT, name);
}

static volatile bool resolving; /* the compiler takes dlsym() for one that does not call back */

bool hunt_is_resolving(void)
{
    return resolving;
}

/* Finding functions may take memory. */
void hunt_resolve(void)
{
#define HUNT_REAL(name) hunt_real.name = (__typeof__(hunt_real.name))hunt_find_real(#name);
    resolving = !hunt_real.malloc;
    HUNT_ALLOCATIONS(HUNT_REAL)
    resolving = false;
    HUNT_INTERCEPTED(HUNT_REAL)
    HUNT_REAL(syscall)
    HUNT_REAL(fcntl)
#undef HUNT_REAL
}
