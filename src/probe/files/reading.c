/* reading.c - reading from descriptors (descriptors.h). */
#include <unistd.h>

#include "probe/channels/transfer.h"
#include "probe/files/descriptors.h"
#include "probe/thread/cancel.h"

/* A file is read where a thread can be cancelled only by the function `read`, not by the system call of this name. */
static ssize_t read_from(uint64_t pc, int fd, void *to, size_t n, bool cancels)
{
    int end = channel_of(pc, fd);
    if (end >= 0)
        return channel_read(pc, end, to, n);
    if (cancels)
        cancel_here(pc, CANCELS);
    struct taken taken = descriptor_take(pc, fd, n, NO_STOP, BY_NUMBER);
    descriptor_give(pc, to, &taken, 0);
    return taken.count;
}

long descriptor_read_call(uint64_t pc, int fd, void *to, size_t n)
{
    return file_is_real(fd) ? REAL(read)(fd, to, n) : read_from(pc, fd, to, n, false);
}

long descriptor_seek_call(uint64_t pc, int fd, long to, int whence)
{
    return file_is_real(fd) ? REAL(lseek)(fd, to, whence) : descriptor_seek(pc, fd, to, whence, BY_NUMBER);
}

static ssize_t read_at(uint64_t pc, int fd, void *to, size_t n, int64_t from)
{
    cancel_here(pc, CANCELS);
    struct taken taken = descriptor_take_at(pc, fd, n, from);
    descriptor_give(pc, to, &taken, 0);
    return taken.count;
}

static void check_room(uint64_t pc, size_t n, size_t room)
{
    if (n > room)
        announce_from(pc, OP_FAULT | ANNOUNCE_DETAIL(FAULT_ABORT), "buffer overflow detected", 0, 0, 0, 0);
}

EXPORT ssize_t read(int fd, void *to, size_t n)
{
    if (file_is_real(fd))
        return REAL(read)(fd, to, n);
    return read_from(CALLER, fd, to, n, true);
}

STAND_IN(ssize_t, __read_chk, int fd, void *to, size_t n, size_t room)
{
    if (file_is_real(fd))
        return REAL_AS(__read_chk, ssize_t (*)(int, void *, size_t, size_t))(fd, to, n, room);
    check_room(CALLER, n, room);
    return read_from(CALLER, fd, to, n, true);
}

#define PREAD(name, offset)                                                                                       \
    STAND_IN(ssize_t, name, int fd, void *to, size_t n, offset from)                                              \
    {                                                                                                             \
        if (file_is_real(fd))                                                                                     \
            return REAL_AS(name, ssize_t (*)(int, void *, size_t, offset))(fd, to, n, from);                      \
        return read_at(CALLER, fd, to, n, from);                                                                  \
    }                                                                                                             \
    STAND_IN(ssize_t, __##name##_chk, int fd, void *to, size_t n, offset from, size_t room)                       \
    {                                                                                                             \
        if (file_is_real(fd))                                                                                     \
            return REAL_AS(__##name##_chk, ssize_t (*)(int, void *, size_t, offset, size_t))(fd, to, n, from, room); \
        check_room(CALLER, n, room);                                                                              \
        return read_at(CALLER, fd, to, n, from);                                                                  \
    }
PREAD(pread, off_t)
PREAD(pread64, off64_t)

#define SEEK(name, offset)                                                                    \
    EXPORT offset name(int fd, offset to, int whence)                                        \
    {                                                                                         \
        return descriptor_seek_call(CALLER, fd, to, whence);                                  \
    }
SEEK(lseek, off_t)
SEEK(lseek64, off64_t)
