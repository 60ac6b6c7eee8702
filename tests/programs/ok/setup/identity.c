// expect: verified
// errors: setuid setgid seteuid setegid setreuid setregid setresuid setresgid setgroups
// Users and groups are set before the first thread; membarrier does nothing that others notice.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <grp.h>
#include <linux/membarrier.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static long fence(int command)
{
    return syscall(SYS_membarrier, command, 0, 0);
}

static void *work(void *unused)
{
    long known = fence(MEMBARRIER_CMD_QUERY);
    if (known & MEMBARRIER_CMD_PRIVATE_EXPEDITED) {
        assert(fence(MEMBARRIER_CMD_PRIVATE_EXPEDITED) == -1 && errno == EPERM);
        assert(fence(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) == 0 && fence(MEMBARRIER_CMD_PRIVATE_EXPEDITED) == 0);
    }
    assert(fence(1 << 30) == -1 && (errno == EINVAL || known < 0));
    return unused;
}

int main(void)
{
    pthread_t t;
    uid_t user = getuid();
    gid_t group = getgid(), groups[64];
    int count = getgroups(64, groups);
    assert(setuid(user) == 0 && setgid(group) == 0 && setreuid(user, -1) == 0 && setregid(group, -1) == 0);
    assert(setresuid(-1, user, -1) == 0 && setresgid(-1, group, -1) == 0 && seteuid(user) == 0 && setegid(group) == 0);
    assert(seteuid(-1) == -1 && errno == EINVAL && setegid(-1) == -1 && errno == EINVAL);
    assert(setgroups((size_t)count, groups) == 0 || errno == EPERM);
    assert(setgroups(1 << 20, groups) == -1 && (errno == EPERM || errno == EINVAL));
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
