// expect: verified
// errors: fallocate fallocate64 posix_fallocate posix_fallocate64 unlinkat renameat renameat2 msync
#include "functions.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static void use(void)
{
    char name[] = "/tmp/file-XXXXXX", other[] = "/tmp/file-XXXXXX";
    int fd = mkstemp(name), two = mkstemp(other);
    assert(fd >= 0 && two >= 0 && fallocate(fd, 0, 0, 10) == 0 && fallocate64(fd, 0, 5, 10) == 0);
    assert(posix_fallocate(fd, 0, 20) == 0 && posix_fallocate64(fd, 0, 30) == 0 && lseek(fd, 0, SEEK_END) == 30);
    char *map = mmap(NULL, 30, PROT_READ, MAP_SHARED, fd, 0);
    assert(map != MAP_FAILED && msync(map, 30, MS_SYNC) == 0 && munmap(map, 30) == 0);
    assert(renameat(AT_FDCWD, name, AT_FDCWD, other) == 0 && renameat2(AT_FDCWD, other, AT_FDCWD, name, 0) == 0);
    assert(unlinkat(AT_FDCWD, name, 0) == 0 && close(fd) == 0 && close(two) == 0);
    point();
}

static void errors(void)
{
    assert(fallocate(77, 0, 0, 1) == -1 && errno == EBADF && fallocate64(77, 0, 0, 1) == -1 && errno == EBADF);
    assert(posix_fallocate(77, 0, 1) == EBADF && posix_fallocate64(77, 0, 1) == EBADF);
    assert(unlinkat(AT_FDCWD, "/tmp/there-is-none", 0) == -1 && errno == ENOENT);
    assert(renameat(AT_FDCWD, "/tmp/there-is-none", AT_FDCWD, "/tmp/none") == -1 && errno == ENOENT);
    assert(renameat2(AT_FDCWD, "/tmp/there-is-none", AT_FDCWD, "/tmp/none", 0) == -1 && errno == ENOENT);
    assert(msync((void *)8, 8, MS_SYNC) == -1 && errno == EINVAL);
}
