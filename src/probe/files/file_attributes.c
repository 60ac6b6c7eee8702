/* file_attributes.c - attributes of files: owner, permissions, times.
 *
 * A file that the program writes is nowhere but in the model: what it does to it succeeds, as it would, and is forgotten, for asking
 * about the file is refused. Where permissions or the owner change, opening it again is refused, too. Any other file would have to be
 * changed: that is refused.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <utime.h>

#include "base/raw.h"
#include "probe/argument.h"
#include "probe/errno.h"
#include "probe/files/contents.h"
#include "probe/files/descriptors.h"
#include "probe/files/file_places.h"
#include "probe/refuse.h"
#include "world/world.h"

/* What is changed, and what the stand-in knows already. */
enum change {
    CHANGE_NOTHING = 0,
    CHANGE_RIGHTS = 1,
    BY_LINK = 2,        /* a symbolic link is not followed */
    NOT_PERMITTED = 4,
    NOT_VALID = 8,
};

/* Nobody but the superuser gives files away. arg[0]: user; arg[1]: group. Result: enum change. */
static enum performed may_give(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    uint32_t groups[1024], user = (uint32_t)op->arg[0], group = (uint32_t)op->arg[1], none = (uint32_t)-1;
    uint32_t self = (uint32_t)raw_syscall(SYS_geteuid, 0, 0, 0, 0, 0, 0);
    announced_from(op);
    bool mine = group == none || group == (uint32_t)raw_syscall(SYS_getegid, 0, 0, 0, 0, 0, 0);
    for (long i = 0, n = raw_syscall(SYS_getgroups, 1024, (long)groups, 0, 0, 0, 0); i < n; i++)
        mine |= groups[i] == group;
    t->result[0] = self == 0 || (mine && (user == none || user == self)) ? CHANGE_RIGHTS : CHANGE_RIGHTS | NOT_PERMITTED;
    return PERFORM_RESUME;
}

static bool is_anothers(uint64_t file)
{
    uint32_t self = (uint32_t)raw_syscall(SYS_geteuid, 0, 0, 0, 0, 0, 0);
    const struct contents *c = contents_of(file);
    return self != 0 && c && c->has_status && c->status.st_uid != self;
}

static enum performed change(struct thread *t, uint64_t file, enum change what, const char *name)
{
    if (!descriptor_is_written(file) || is_anothers(file))
        return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0, "changing attributes of a file that the program does not write (%s) is "
                                                                "supported only before the first thread or choice", name);
    if (what & (NOT_PERMITTED | NOT_VALID))
        return probe_fails(t, what & NOT_PERMITTED ? EPERM : EINVAL);
    if (what & CHANGE_RIGHTS && !descriptor_rights_changed(file))
        return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0,
                            "writing more than 64 files is supported only before the first thread or choice");
    t->result[0] = 0;
    return PERFORM_RESUME;
}

/* addr2: path, or nothing; arg[2]: enum change and, in the upper half, the directory, or the descriptor */
enum performed libcall_file_attribute(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    int fd = (int)(op->arg[2] >> 32);
    enum change what = (enum change)(uint32_t)op->arg[2];
    if (op->size2) {
        struct place p = {.directory = fd, .flags = what & BY_LINK ? O_NOFOLLOW : 0, .path = (const char *)op->addr2};
        long error = place_find(&p);
        if (error < 0 || (!p.file && !p.refused))
            return probe_fails(t, error < 0 ? (int)-error : ENOENT);
        return change(t, p.file, what, p.path);
    }
    if (descriptor_use_now(fd) == USE_NONE)
        return probe_fails(t, EBADF);
    uint64_t file = descriptor_file_of(descriptor_entry(fd));
    if (!descriptor_named(fd)->file)
        contents_status(file, descriptor_in_kernel(fd));
    return change(t, file, what, descriptor_name(fd));
}

static int announce_change(uint64_t pc, int fd, const char *path, uint64_t what)
{
    path = TEXT_ARGUMENT(pc, path);
    return (int)announce_from(pc, LIBCALL(FILE_ATTRIBUTE), mz__descriptors, sizeof mz__descriptors, (uint64_t)path,
                              path ? argument_text_size(pc, path) : 0, what | (uint64_t)(uint32_t)fd << 32);
}

/* ---- rights ---------------------------------------------------------------------------------------------------------- */

/* The flags of a call that takes a directory: BY_LINK, or -1. */
static int known_flags(int flags)
{
    return flags == 0 ? 0 : flags == AT_SYMLINK_NOFOLLOW ? BY_LINK : -1;
}

STAND_IN(int, chmod, const char *path, mode_t mode)
{
    if (files_are_real())
        return REAL_AS(chmod, int (*)(const char *, mode_t))(path, mode);
    return announce_change(CALLER, AT_FDCWD, path, CHANGE_RIGHTS);
}

STAND_IN(int, fchmod, int fd, mode_t mode)
{
    if (files_are_real())
        return REAL_AS(fchmod, int (*)(int, mode_t))(fd, mode);
    return announce_change(CALLER, fd, NULL, CHANGE_RIGHTS);
}

STAND_IN(int, fchmodat, int directory, const char *path, mode_t mode, int flags)
{
    if (files_are_real())
        return REAL_AS(fchmodat, int (*)(int, const char *, mode_t, int))(directory, path, mode, flags);
    uint64_t pc = CALLER;
    int known = known_flags(flags);
    return known < 0 ? announce_failure_from(pc, EINVAL) : announce_change(pc, directory, path, CHANGE_RIGHTS | (unsigned)known);
}

static uint64_t giving(uint64_t pc, uid_t user, gid_t group)
{
    return announce_call_from(pc, may_give, user, group, 0);
}

STAND_IN(int, chown, const char *path, uid_t user, gid_t group)
{
    if (files_are_real())
        return REAL_AS(chown, int (*)(const char *, uid_t, gid_t))(path, user, group);
    uint64_t pc = CALLER;
    return announce_change(pc, AT_FDCWD, path, giving(pc, user, group));
}

STAND_IN(int, lchown, const char *path, uid_t user, gid_t group)
{
    if (files_are_real())
        return REAL_AS(lchown, int (*)(const char *, uid_t, gid_t))(path, user, group);
    uint64_t pc = CALLER;
    return announce_change(pc, AT_FDCWD, path, giving(pc, user, group) | BY_LINK);
}

STAND_IN(int, fchown, int fd, uid_t user, gid_t group)
{
    if (files_are_real())
        return REAL_AS(fchown, int (*)(int, uid_t, gid_t))(fd, user, group);
    uint64_t pc = CALLER;
    return announce_change(pc, fd, NULL, giving(pc, user, group));
}

STAND_IN(int, fchownat, int directory, const char *path, uid_t user, gid_t group, int flags)
{
    if (files_are_real())
        return REAL_AS(fchownat, int (*)(int, const char *, uid_t, gid_t, int))(directory, path, user, group, flags);
    uint64_t pc = CALLER;
    int known = known_flags(flags);
    if (flags & AT_EMPTY_PATH)
        return (int)probe_refused_later_from(pc, "fchownat with AT_EMPTY_PATH");
    return known < 0 ? announce_failure_from(pc, EINVAL) : announce_change(pc, directory, path, giving(pc, user, group) | (unsigned)known);
}

/* ---- times ------------------------------------------------------------------------------------------------------------ */

static enum change check_times(uint64_t pc, const struct timespec times[2])
{
    if (!times)
        return CHANGE_NOTHING;
    announce_read_from(pc, times, 2 * sizeof *times);
    for (int i = 0; i < 2; i++)
        if ((uint64_t)times[i].tv_nsec >= 1000000000 && times[i].tv_nsec != UTIME_NOW && times[i].tv_nsec != UTIME_OMIT)
            return NOT_VALID;
    return CHANGE_NOTHING;
}

static enum change check_microseconds(uint64_t pc, const struct timeval times[2])
{
    if (!times)
        return CHANGE_NOTHING;
    announce_read_from(pc, times, 2 * sizeof *times);
    return (uint64_t)times[0].tv_usec < 1000000 && (uint64_t)times[1].tv_usec < 1000000 ? CHANGE_NOTHING : NOT_VALID;
}

STAND_IN(int, utime, const char *path, const struct utimbuf *times)
{
    if (files_are_real())
        return REAL_AS(utime, int (*)(const char *, const struct utimbuf *))(path, times);
    uint64_t pc = CALLER;
    if (times)
        announce_read_from(pc, times, sizeof *times);
    return announce_change(pc, AT_FDCWD, path, CHANGE_NOTHING);
}

STAND_IN(int, utimes, const char *path, const struct timeval times[2])
{
    if (files_are_real())
        return REAL_AS(utimes, int (*)(const char *, const struct timeval *))(path, times);
    uint64_t pc = CALLER;
    return announce_change(pc, AT_FDCWD, path, check_microseconds(pc, times));
}

STAND_IN(int, lutimes, const char *path, const struct timeval times[2])
{
    if (files_are_real())
        return REAL_AS(lutimes, int (*)(const char *, const struct timeval *))(path, times);
    uint64_t pc = CALLER;
    return announce_change(pc, AT_FDCWD, path, check_microseconds(pc, times) | BY_LINK);
}

STAND_IN(int, futimes, int fd, const struct timeval times[2])
{
    if (files_are_real())
        return REAL_AS(futimes, int (*)(int, const struct timeval *))(fd, times);
    uint64_t pc = CALLER;
    return announce_change(pc, fd, NULL, check_microseconds(pc, times));
}

STAND_IN(int, futimens, int fd, const struct timespec times[2])
{
    if (files_are_real())
        return REAL_AS(futimens, int (*)(int, const struct timespec *))(fd, times);
    uint64_t pc = CALLER;
    return announce_change(pc, fd, NULL, check_times(pc, times));
}

STAND_IN(int, utimensat, int directory, const char *path, const struct timespec times[2], int flags)
{
    if (files_are_real())
        return REAL_AS(utimensat, int (*)(int, const char *, const struct timespec *, int))(directory, path, times, flags);
    uint64_t pc = CALLER;
    int known = known_flags(flags);
    if (flags & AT_EMPTY_PATH)
        return (int)probe_refused_later_from(pc, "utimensat with AT_EMPTY_PATH");
    if (!path || known < 0)
        return announce_failure_from(pc, EINVAL);
    return announce_change(pc, directory, path, check_times(pc, times) | (unsigned)known);
}
