// expect: verified
// A pipe in the place of a directory is none, for functions that take a directory's descriptor.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static int end[2];

static void is_none(int result)
{
    assert(result == -1 && errno == ENOTDIR);
    errno = 0;
}

static void *opens(void *unused)
{
    is_none(openat(end[0], "name", O_RDONLY));
    is_none(fchmodat(end[0], "name", 0600, 0));
    is_none(fchownat(end[0], "name", 0, 0, 0));
    is_none(utimensat(end[0], "name", NULL, 0));
    return unused;
}

int main(void)
{
    pthread_t t;
    assert(pipe(end) == 0);
    is_none(mkdirat(end[0], "name", 0700));
    is_none(mkfifoat(end[0], "name", 0600));
    is_none(mknodat(end[0], "name", S_IFIFO | 0600, 0));
    is_none(unlinkat(end[0], "name", 0));
    is_none(renameat(end[0], "name", end[1], "other"));
    is_none(linkat(end[0], "name", end[1], "other", 0));
    is_none(symlinkat("name", end[0], "other"));
    pthread_create(&t, NULL, opens, NULL);
    opens(NULL);
    pthread_join(t, NULL);
    return 0;
}
