/* probe.c - functions that all stand-ins share. */
#include "probe/probe.h"

#include <string.h>

#include <dlfcn.h>
#include <errno.h>

#include "base/raw.h"
#include "probe/errno.h"
#include "world/hot.h"
#include "world/outside/outside.h"
#include "world/state/stack.h"
#include "world/state/tcb.h"

void *probe_real(const char *name, void **slot)
{
    *slot = dlsym(RTLD_NEXT, name);
    if (!*slot) {
        static const char message[] = "mazurka: a function that the program calls does not exist in its libraries: ";
        size_t length = 0;
        while (name[length])
            length++;
        raw_write(2, message, sizeof message - 1);
        raw_write(2, name, length);
        raw_write(2, "\n", 1);
        raw_exit(70);
    }
    return *slot;
}

bool probe_object_is_ours(uint64_t addr)
{
    return !layout_foreign(addr) || outside_owns(addr);
}

/* Somebody is going to read it, though no one that the compiler knows. */
#define WIPE(bytes)                                        \
    do {                                                   \
        char below[bytes];                                 \
        memset(below, 0, sizeof below);                    \
        __asm__ volatile("" : : "r"(below) : "memory");    \
    } while (0)

__attribute__((noinline)) void probe_wipe_stack(void)
{
    WIPE(1536);
}

__attribute__((noinline)) void probe_wipe_for_unwinder(void)
{
    WIPE(16 << 10);
}

/* errno lies in libc's thread-local storage, which is saved with the thread. */
static int *errno_of(const struct thread *t)
{
    static uint64_t offset;
    if (!offset)
        offset = (uint64_t)__errno_location() - tcb_current();
    return (int *)(t->tp + offset);
}

void probe_set_errno(struct thread *t, int value)
{
    *errno_of(t) = value;
}
