/* reading.c - reading from descriptors that were opened during set-up, after it: where the next read begins is the model's, and the
 * kernel's own position stays what it was. Regular files only: what comes out of others is gone once it was read. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/raw.h"
#include "probe/errno.h"
#include "probe/refuse.h"
#include "world/world.h"

enum { DESCRIPTORS = 1024, MOST = 1 << 30 };

static MODEL uint64_t moved[DESCRIPTORS]; /* where the next read begins, plus 1; 0: where the kernel has it */

/* ---- semantics ------------------------------------------------------------------------------------------------------- */

static enum performed fails(struct thread *t, int error)
{
    probe_set_errno(t, error);
    t->result[0] = (uint64_t)-1;
    return PERFORM_RESUME;
}

/* The size of a file that can be read again; PERFORM_RESUME, or what is to be returned instead. */
static bool look_at(struct thread *t, int fd, int64_t *size, enum performed *otherwise)
{
    struct stat status;
    long flags = raw_syscall(SYS_fcntl, fd, F_GETFL, 0, 0, 0, 0);
    bool there = flags >= 0 && raw_syscall(SYS_newfstatat, fd, (long)"", (long)&status, AT_EMPTY_PATH, 0, 0) == 0;
    if (!there || (flags & O_ACCMODE) == O_WRONLY) {
        *otherwise = fails(t, EBADF);
        return false;
    }
    if (!S_ISREG(status.st_mode)) {
        *otherwise = world_report(t, FAULT_REFUSED, 0, 0,
                                  "reading from what is no regular file is supported only before the first thread or choice");
        return false;
    }
    *size = status.st_size;
    return true;
}

static int64_t position(int fd)
{
    return moved[fd] ? (int64_t)moved[fd] - 1 : raw_syscall(SYS_lseek, fd, 0, SEEK_CUR, 0, 0, 0);
}

static int64_t read_at(int fd, void *to, uint64_t room, int64_t from, int64_t size)
{
    uint64_t bytes = from >= size ? 0 : room < (uint64_t)(size - from) ? room : (uint64_t)(size - from);
    mem_will_write(to, bytes);
    return raw_syscall(SYS_pread64, fd, (long)to, (long)bytes, from, 0, 0);
}

static enum performed gives(struct thread *t, int64_t result)
{
    if (result < 0)
        return fails(t, (int)-result);
    t->result[0] = (uint64_t)result;
    return PERFORM_RESUME;
}

enum performed libcall_read(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    int fd = (int)op->arg[2];
    int64_t size;
    enum performed otherwise;
    if (!look_at(t, fd, &size, &otherwise))
        return otherwise;
    int64_t from = position(fd), got = read_at(fd, (void *)op->addr2, op->size2, from, size);
    if (got > 0)
        mem_set(&moved[fd], (uint64_t)(from + got) + 1);
    return gives(t, got);
}

enum performed libcall_pread(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    int64_t size, from = (int64_t)op->arg[0];
    enum performed otherwise;
    if (!look_at(t, (int)op->arg[2], &size, &otherwise))
        return otherwise;
    return from < 0 ? fails(t, EINVAL) : gives(t, read_at((int)op->arg[2], (void *)op->addr, op->size, from, size));
}

/* arg[0]: offset; arg[2]: descriptor and, in the upper half, from where */
enum performed libcall_lseek(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    int fd = (int)(uint32_t)op->arg[2], whence = (int)(op->arg[2] >> 32);
    int64_t size, to = (int64_t)op->arg[0];
    enum performed otherwise;
    if (!look_at(t, fd, &size, &otherwise))
        return otherwise;
    if (whence < SEEK_SET || whence > SEEK_END)
        return fails(t, EINVAL);
    to += whence == SEEK_CUR ? position(fd) : whence == SEEK_END ? size : 0;
    if (to < 0)
        return fails(t, EINVAL);
    mem_set(&moved[fd], (uint64_t)to + 1);
    return gives(t, to);
}

/* ---- stand-ins ------------------------------------------------------------------------------------------------------- */

static inline bool left_to_the_kernel(void)
{
    return !probe_active(NULL) || world_in_setup();
}

/* What has no number here has none at all. */
static inline uint64_t *position_of(int fd)
{
    return &moved[fd < 0 || fd >= DESCRIPTORS ? DESCRIPTORS - 1 : fd];
}

EXPORT ssize_t read(int fd, void *to, size_t n)
{
    if (left_to_the_kernel())
        return REAL(read)(fd, to, n);
    if (fd >= DESCRIPTORS)
        return (ssize_t)probe_refused_later("read");
    return (ssize_t)mz__announce(LIBCALL(READ), position_of(fd), sizeof *moved, (uint64_t)to, n < MOST ? n : MOST, (uint64_t)(int64_t)fd);
}

#define PREAD(name, offset_type)                                                                                               \
    EXPORT ssize_t name(int fd, void *to, size_t n, offset_type from)                                                         \
    {                                                                                                                          \
        if (left_to_the_kernel())                                                                                              \
            return REAL(name)(fd, to, n, from);                                                                                \
        return (ssize_t)mz__announce(LIBCALL(PREAD), to, n < MOST ? n : MOST, (uint64_t)from, 0, (uint64_t)(int64_t)fd);       \
    }
PREAD(pread, off_t)
PREAD(pread64, off64_t)

#define SEEK(name, offset_type)                                                                                                \
    EXPORT offset_type name(int fd, offset_type to, int whence)                                                               \
    {                                                                                                                          \
        if (left_to_the_kernel())                                                                                              \
            return REAL(name)(fd, to, whence);                                                                                 \
        if (fd >= DESCRIPTORS)                                                                                                 \
            return (offset_type)probe_refused_later(#name);                                                                    \
        return (offset_type)mz__announce(LIBCALL(LSEEK), position_of(fd), sizeof *moved, (uint64_t)to, 0,                      \
                                         (uint32_t)fd | (uint64_t)(uint32_t)whence << 32);                                     \
    }
SEEK(lseek, off_t)
SEEK(lseek64, off64_t)
