/* users.c - setuid, setgroups and their kin, before the first thread or choice. libc tells all threads by signals and waits for them;
 * the threads here are none of the kernel's, so that one system call does it. Later they are refused. */
#include <errno.h>
#include <grp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/raw.h"
#include "probe/errno.h"
#include "probe/refuse.h"
#include "world/world.h"

static int outcome(uint64_t pc, long result)
{
    return result < 0 ? announce_failure_from(pc, (int)-result) : (int)result;
}

/* libc knows no user or group -1. */
static long set_effective(long number, uint32_t id)
{
    return id == UINT32_MAX ? -EINVAL : raw_syscall(number, -1, id, -1, 0, 0, 0);
}

#define IDENTITY(name, parameters, arguments, call)                             \
    EXPORT int name parameters                                                  \
    {                                                                           \
        if (!probe_active(NULL))                                                \
            return REAL(name) arguments;                                        \
        if (!world_in_setup())                                                  \
            return probe_refused_later_int(#name);                              \
        return outcome(CALLER, call);                                           \
    }
IDENTITY(setuid, (uid_t u), (u), raw_syscall(SYS_setuid, u, 0, 0, 0, 0, 0))
IDENTITY(setgid, (gid_t g), (g), raw_syscall(SYS_setgid, g, 0, 0, 0, 0, 0))
IDENTITY(setreuid, (uid_t r, uid_t e), (r, e), raw_syscall(SYS_setreuid, r, e, 0, 0, 0, 0))
IDENTITY(setregid, (gid_t r, gid_t e), (r, e), raw_syscall(SYS_setregid, r, e, 0, 0, 0, 0))
IDENTITY(setresuid, (uid_t r, uid_t e, uid_t s), (r, e, s), raw_syscall(SYS_setresuid, r, e, s, 0, 0, 0))
IDENTITY(setresgid, (gid_t r, gid_t e, gid_t s), (r, e, s), raw_syscall(SYS_setresgid, r, e, s, 0, 0, 0))
IDENTITY(seteuid, (uid_t e), (e), set_effective(SYS_setresuid, e))
IDENTITY(setegid, (gid_t e), (e), set_effective(SYS_setresgid, e))
IDENTITY(setgroups, (size_t n, const gid_t *list), (n, list), raw_syscall(SYS_setgroups, (long)n, (long)list, 0, 0, 0, 0))
