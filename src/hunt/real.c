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

void hunt_resolve(void)
{
#define HUNT_REAL(name) hunt_real.name = (__typeof__(hunt_real.name))hunt_find_real(#name);
    HUNT_INTERCEPTED(HUNT_REAL)
    HUNT_REAL(syscall)
    HUNT_REAL(fcntl)
#undef HUNT_REAL
}
