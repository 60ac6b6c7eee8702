/* file_status.c - fstat. What the kernel says of a file is asked once, when the file is opened or asked for first, and kept: the search
 * changes nothing on the disk. Of a file that the program writes it would not be true: that is refused. */
#include <errno.h>
#include <sys/stat.h>

#include "probe/errno.h"
#include "probe/files/contents.h"
#include "probe/files/descriptors.h"
#include "world/world.h"

/* arg[2]: descriptor. Result: where the status is kept; -1: errno says why there is none. */
static enum performed find_status(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    int fd = (int)op->arg[2];
    announced_from(op);
    if (descriptor_use_now(fd) == USE_NONE)
        return probe_fails(t, EBADF);
    if (descriptor_is_channel(fd))
        return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0,
                            "fstat of a pipe, eventfd or socket is supported only before the first thread or choice");
    uint64_t file = descriptor_named(fd)->file;
    file = file ? file : file_behind(descriptor_in_kernel(fd)).file;
    if (descriptor_is_written(file))
        return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0,
                            "fstat of a file that is written (%s) is supported only before the first thread or choice",
                            descriptor_name(fd));
    const struct stat *status = contents_status(file, descriptor_in_kernel(fd));
    if (!status)
        return probe_fails(t, ENOMEM);
    t->result[0] = (uint64_t)status;
    return PERFORM_RESUME;
}

static __attribute__((noinline)) int give_status(uint64_t pc, int fd, struct stat *to)
{
    descriptor_depends(pc, fd);
    uint64_t found = announce_call_from(pc, find_status, 0, 0, (uint64_t)(int64_t)fd);
    if ((int64_t)found == -1)
        return -1;
    return (int)announce_from(pc, OP_WRITE | ANNOUNCE_DETAIL(WRITE_FROM), to, sizeof *to, found, 0, 0);
}

STAND_IN(int, fstat, int fd, struct stat *to)
{
    if (files_are_real())
        return REAL_AS(fstat, int (*)(int, struct stat *))(fd, to);
    return give_status(CALLER, fd, to);
}

/* The same structure on 64-bit systems. */
STAND_IN(int, fstat64, int fd, struct stat *to)
{
    if (files_are_real())
        return REAL_AS(fstat64, int (*)(int, struct stat *))(fd, to);
    return give_status(CALLER, fd, to);
}

/* Programs that were linked with an older libc. */
STAND_IN(int, __fxstat, int version, int fd, struct stat *to)
{
    if (files_are_real())
        return REAL_AS(__fxstat, int (*)(int, int, struct stat *))(version, fd, to);
    return give_status(CALLER, fd, to);
}

STAND_IN(int, __fxstat64, int version, int fd, struct stat *to)
{
    if (files_are_real())
        return REAL_AS(__fxstat64, int (*)(int, int, struct stat *))(version, fd, to);
    return give_status(CALLER, fd, to);
}
