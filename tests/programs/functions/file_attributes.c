// expect: verified
// errors: chmod fchmod fchmodat chown lchown fchown fchownat utime utimes lutimes futimes futimens utimensat fsync fdatasync
// A file that is written beside the program gets permissions, an owner and times while another thread may run; and again after going back.
#include "functions.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

static const char *name(void)
{
    static char path[4096];
    snprintf(path, sizeof path, "%s.out", program_invocation_name);
    return path;
}

static const struct timespec nanoseconds[2] = {{1, 2}, {0, UTIME_NOW}}, omitted[2] = {{0, UTIME_OMIT}, {0, UTIME_OMIT}};
static const struct timeval microseconds[2] = {{1, 2}, {3, 999999}};

static void use(void)
{
    const char *path = name();
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert(fd >= 0 && write(fd, "text", 4) == 4 && fsync(fd) == 0 && fdatasync(fd) == 0);
    assert(futimens(fd, nanoseconds) == 0 && futimens(fd, NULL) == 0 && futimes(fd, microseconds) == 0 && futimes(fd, NULL) == 0);
    point();
    assert(utimensat(AT_FDCWD, path, omitted, 0) == 0 && utimensat(AT_FDCWD, path, nanoseconds, AT_SYMLINK_NOFOLLOW) == 0);
    assert(utimes(path, microseconds) == 0 && lutimes(path, NULL) == 0);
    assert(utime(path, &(struct utimbuf){1, 2}) == 0 && utime(path, NULL) == 0);
    assert(close(fd) == 0 && (fd = open(path, O_WRONLY | O_APPEND)) >= 0); // times are no matter
    assert(fchmod(fd, 0640) == 0 && fchown(fd, geteuid(), (gid_t)-1) == 0);
    point();
    assert(write(fd, "more", 4) == 4 && close(fd) == 0);
    assert(chmod(path, 0600) == 0 && fchmodat(AT_FDCWD, path, 0600, 0) == 0);
    assert(chown(path, geteuid(), getegid()) == 0 && lchown(path, (uid_t)-1, (gid_t)-1) == 0);
    assert(fchownat(AT_FDCWD, path, geteuid(), getegid(), AT_SYMLINK_NOFOLLOW) == 0);
}

#define FAILS(call, error) (errno = 0, (call) == -1 && errno == (error))

static void errors(void)
{
    static const struct timespec no_nanoseconds[2] = {{0, 1000000000}, {0, -1}};
    static const struct timeval no_microseconds[2] = {{0, 1000000}, {0, 0}};
    const char *path = name();
    assert(FAILS(chmod("/no/such", 0600), ENOENT) && FAILS(fchmodat(AT_FDCWD, "/no", 0600, 0), ENOENT) && FAILS(fchmod(99, 0600), EBADF));
    assert(FAILS(chown("/no", 1, 1), ENOENT) && FAILS(lchown("/no", 1, 1), ENOENT) && FAILS(fchown(99, 1, 1), EBADF));
    assert(FAILS(fchownat(AT_FDCWD, "/no", 1, 1, 0), ENOENT) && FAILS(fchownat(AT_FDCWD, path, 0, 0, 1), EINVAL));
    assert(FAILS(fchmodat(AT_FDCWD, path, 0600, 1), EINVAL) && FAILS(chmod(__FILE__ "/below", 0600), ENOTDIR));
    point();
    assert(FAILS(utime("/no", NULL), ENOENT) && FAILS(utimes("/no", microseconds), ENOENT) && FAILS(lutimes("/no", NULL), ENOENT));
    assert(FAILS(futimes(99, NULL), EBADF) && FAILS(futimens(-1, nanoseconds), EBADF));
    assert(FAILS(fsync(99), EBADF) && FAILS(fdatasync(-1), EBADF));
    assert(FAILS(utimensat(AT_FDCWD, "/no", NULL, 0), ENOENT) && FAILS(utimensat(AT_FDCWD, path, NULL, 1), EINVAL));
    assert(FAILS(utimensat(AT_FDCWD, path, no_nanoseconds, 0), EINVAL) && FAILS(utimes(path, no_microseconds), EINVAL));
}
