// expect: verified
// Another thread works with a folder: opens it to have it written to the disk, and makes, renames and removes a file in it.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void *work(void *unused)
{
    char name[] = "/tmp/file-XXXXXX", other[sizeof name + 4];
    struct stat about;
    int fd = mkstemp(name), folder = open("/tmp", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    assert(fd >= 0 && folder >= 0 && fstat(folder, &about) == 0 && S_ISDIR(about.st_mode));
    assert(fallocate(fd, 0, 10, 90) == 0 && posix_fallocate(fd, 0, 50) == 0 && posix_fallocate(fd, -1, 50) == EINVAL);
    assert(fstat(fd, &about) == 0 && about.st_size == 100);
    snprintf(other, sizeof other, "%s.new", name);
    assert(renameat(AT_FDCWD, name, AT_FDCWD, other) == 0 && fsync(folder) == 0 && access(name, F_OK) == -1 && access(other, F_OK) == 0);
    assert(openat(fd, "file", O_RDONLY) == -1 && errno == ENOTDIR && openat(77, "file", O_RDONLY) == -1 && errno == EBADF);
    assert(unlinkat(AT_FDCWD, other, 0) == 0 && unlinkat(AT_FDCWD, other, 0) == -1 && errno == ENOENT);
    assert(open("/tmp", O_RDWR) == -1 && errno == EISDIR);
    assert(fdatasync(folder) == 0 && close(folder) == 0 && close(fd) == 0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
