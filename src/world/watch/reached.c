/* reached.c - see reached.h. */
#include "world/watch/reached.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "base/page.h"
#include "base/raw.h"

#if defined(__x86_64__)
typedef uint8_t trap;
enum { TRAP = 0xcc, TRAP_BEHIND = 1 /* the handler is told of what follows it */ };
#else
typedef uint32_t trap;
enum { TRAP_BEHIND = 0 };
static const trap TRAP = 0xd4200000; /* brk #0 */
#endif

static struct {
    struct wire *wire;
    uint64_t     base; /* of the program */
    trap         was[WIRE_MAX_SPOTS];
} reached;

static bool set(uint64_t at, trap code)
{
    uint64_t page = at & ~(uint64_t)(PAGE - 1), size = (at + sizeof code - 1 - page) / PAGE * PAGE + PAGE;
    if (raw_syscall(SYS_mprotect, (long)page, (long)size, PROT_READ | PROT_WRITE, 0, 0, 0) != 0)
        return false;
    memcpy((void *)at, &code, sizeof code);
    __builtin___clear_cache((char *)at, (char *)at + sizeof code);
    return raw_syscall(SYS_mprotect, (long)page, (long)size, PROT_READ | PROT_EXEC, 0, 0, 0) == 0;
}

/* The tool gives each address once. */
void reached_prepare(struct wire *wire)
{
    reached.wire = wire;
    reached.base = wire->module[0].base;
    for (uint32_t i = 0; i < wire->spots && i < WIRE_MAX_SPOTS; i++) {
        uint64_t at = reached.base + wire->spot[i].at;
        memcpy(&reached.was[i], (const void *)at, sizeof(trap));
        if (!set(at, TRAP)) {
            wire->spots_lost = 1;
            return;
        }
        wire->spot[i].laid = 1;
    }
}

bool reached_here(uint64_t *pc)
{
    struct wire *wire = reached.wire;
    uint64_t at = *pc - TRAP_BEHIND;
    for (uint32_t i = 0; wire && i < wire->spots && i < WIRE_MAX_SPOTS; i++) {
        if (!wire->spot[i].laid || reached.base + wire->spot[i].at != at)
            continue;
        wire->spot[i].reached = 1;
        *pc = at;
        return set(at, reached.was[i]);
    }
    return false;
}
