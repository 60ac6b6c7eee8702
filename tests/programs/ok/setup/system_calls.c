// expect: verified
// Files by bare system calls, as allocators do it so as not to come back to themselves: in set-up and in threads.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static long open_by_call(const char *path)
{
    return syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
}

/* A line of text, whole. */
static void read_all(const char *path)
{
    char bytes[64];
    long fd = open_by_call(path);
    assert(fd > 2);
    long count = syscall(SYS_read, (int)fd, bytes, sizeof bytes);
    assert(count > 1 && bytes[count - 1] == '\n');
    assert(syscall(SYS_lseek, (int)fd, 0L, SEEK_CUR) == count);
    assert(syscall(SYS_close, (int)fd) == 0);
}

static void *ask(void *unused)
{
    assert(open_by_call("/no/such/file") == -1 && errno == ENOENT);
    read_all("/proc/sys/kernel/ostype");
    return unused;
}

int main(void)
{
    pthread_t t;
    read_all("/proc/sys/kernel/ostype");
    pthread_create(&t, NULL, ask, NULL);
    ask(NULL);
    pthread_join(t, NULL);
    return syscall(SYS_write, 1, "done\n", 5L) == 5 ? 0 : 1;
}
