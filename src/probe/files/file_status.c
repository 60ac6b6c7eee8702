/* file_status.c - status of files: fstat, stat, access. The kernel is asked once, when a file is opened or asked
 * for first, and kept: the search changes nothing on the disk. Of a file that is kept the size and the number of names are the model's.
 * Where something is written that is not kept it would not be true: that is refused.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/raw.h"
#include "probe/argument.h"
#include "probe/channels/socket_names.h"
#include "probe/errno.h"
#include "probe/files/descriptors.h"
#include "probe/files/file_places.h"
#include "probe/files/carried.h"
#include "world/premise.h"
#include "world/setup/captured.h"
#include "world/world.h"

/* ---- what is said ---------------------------------------------------------------------------------------------------------- */

/* One that the search has made. */
static struct stat made_here(const struct kept_file *f)
{
    return (struct stat){.st_dev = 1, .st_ino = f->number, .st_mode = S_IFREG | (mode_t)f->mode, .st_blksize = 4096,
                         .st_uid = (uid_t)raw_syscall(SYS_geteuid, 0, 0, 0, 0, 0, 0),
                         .st_gid = (gid_t)raw_syscall(SYS_getegid, 0, 0, 0, 0, 0, 0)};
}

/* Result: carried bytes of it. */
static enum performed tell(struct thread *t, const struct op *op, uint64_t file, const struct stat *known)
{
    const struct kept_file *f = kept_now(file);
    if (!f && !known)
        return probe_fails(t, ENOMEM);
    struct stat status = f && file % 2 == 0 ? made_here(f) : *known;
    if (f) {
        premise_met(PREMISE_TIMES, op->pc);
        status.st_size = (off_t)f->size;
        status.st_blocks = (blkcnt_t)((f->size + 4095) / 4096 * 8);
        status.st_nlink = (nlink_t)f->links;
    }
    t->result[0] = carried_keep((const char *)&status, sizeof status);
    return t->result[0] ? PERFORM_RESUME : probe_fails(t, ENOMEM);
}

static bool is_untold(uint64_t file)
{
    return file_is_captured(file) || file_has_other_rights(file);
}

/* ---- semantics --------------------------------------------------------------------------------------------------------------- */

/* arg[2]: descriptor */
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
    uint64_t file = descriptor_file_of(descriptor_entry(fd));
    if (is_untold(file))
        return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0, "fstat of a file that is written (%s) is supported only before the first "
                            "thread or choice " KEEPS_WRITES, descriptor_name(fd));
    return tell(t, op, file, file % 2 ? contents_status(file, descriptor_in_kernel(fd)) : NULL);
}

/* Negative: an error. */
static long look_up(struct thread *t, struct place *p, const char *call)
{
    long error = place_find(p);
    const char *refused = p->refused;
    if (p->process)
        refused = "of a process in /proc";
    if (!refused && error == 0 && is_untold(p->file))
        refused = "of a file that is written";
    if (!refused && error == 0 && !p->file && mz__world.channels) /* perhaps a socket has that name */
        refused = socket_path_is_ours(p->path) ? "of a socket" : NULL;
    if (refused)
        world_report(t, FAULT_REFUSED, REFUSED_LATER, 0, "%s %s (%s) is supported only before the first thread or choice", call, refused,
                     p->path);
    p->refused = refused;
    return error < 0 ? error : p->file ? 0 : -ENOENT;
}

/* arg[0]: path; arg[1]: flags; arg[2]: directory */
static enum performed find_status_of_path(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    struct place p = {.directory = (int)op->arg[2], .flags = op->arg[1] & AT_SYMLINK_NOFOLLOW ? O_NOFOLLOW : 0,
                      .path = (const char *)op->arg[0]};
    announced_from(op);
    long error = look_up(t, &p, "stat");
    if (p.refused)
        return PERFORM_FAULT;
    const struct contents *c = error == 0 ? contents_of(p.file) : NULL;
    return error < 0 ? probe_fails(t, (int)-error) : tell(t, op, p.file, c && c->has_status ? &c->status : NULL);
}

/* arg[0]: path; arg[1]: what, and flags in the upper half; arg[2]: directory */
static enum performed may_access(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    struct place p = {.directory = (int)op->arg[2], .path = (const char *)op->arg[0]};
    int what = (int)(uint32_t)op->arg[1];
    announced_from(op);
    long error = look_up(t, &p, "access");
    if (p.refused)
        return PERFORM_FAULT;
    const struct kept_file *f = error == 0 && !p.kind.file ? kept_now(p.file) : NULL;
    bool all = raw_syscall(SYS_getuid, 0, 0, 0, 0, 0, 0) == 0;
    if (f && !(f->mode >> 6 & (unsigned)what & X_OK) && what & X_OK)
        error = -EACCES;
    else if (f && !all && (f->mode >> 6 & (unsigned)what) != (unsigned)what)
        error = -EACCES;
    else if (error == 0 && !f)
        error = captured_ask(SYS_faccessat, p.directory, (long)p.path, what, 0);
    t->result[0] = 0;
    return error < 0 ? probe_fails(t, (int)-error) : PERFORM_RESUME;
}

/* ---- stand-ins --------------------------------------------------------------------------------------------------------------- */

static int give(uint64_t pc, uint64_t found, struct stat *to)
{
    if ((int64_t)found == -1)
        return -1;
    struct taken status = {.count = sizeof *to, .offset = found};
    descriptor_give(pc, to, &status, 0);
    return 0;
}

/* Whoever changes a file that is kept changes a descriptor of it. */
static __attribute__((noinline)) int give_status(uint64_t pc, int fd, struct stat *to)
{
    descriptor_depends(pc, fd);
    if (descriptor_may_change(fd))
        announce_read_from(pc, mz__descriptors, sizeof mz__descriptors);
    return give(pc, announce_call_from(pc, find_status, 0, 0, (uint64_t)(int64_t)fd), to);
}

static __attribute__((noinline)) int give_status_of_path(uint64_t pc, int directory, const char *path, int flags, struct stat *to)
{
    path = TEXT_ARGUMENT(pc, path);
    argument_text_size(pc, path);
    announce_read_from(pc, mz__descriptors, sizeof mz__descriptors);
    return give(pc, announce_call_from(pc, find_status_of_path, (uint64_t)path, (uint64_t)flags, (uint64_t)(int64_t)directory), to);
}

static __attribute__((noinline)) int give_access(uint64_t pc, int directory, const char *path, int what)
{
    if (what & ~(R_OK | W_OK | X_OK))
        return announce_failure_from(pc, EINVAL);
    path = TEXT_ARGUMENT(pc, path);
    argument_text_size(pc, path);
    announce_read_from(pc, mz__descriptors, sizeof mz__descriptors);
    return (int)announce_call_from(pc, may_access, (uint64_t)path, (uint32_t)what, (uint64_t)(int64_t)directory);
}

/* The same structure on 64-bit systems. Those with a version are of programs that were linked with an older libc. */
#define STATUS(name, old)                                                                          \
    STAND_IN(int, name, int fd, struct stat *to)                                                   \
    {                                                                                              \
        if (files_are_real())                                                                      \
            return REAL_AS(name, int (*)(int, struct stat *))(fd, to);                             \
        return give_status(CALLER, fd, to);                                                        \
    }                                                                                              \
    STAND_IN(int, old, int version, int fd, struct stat *to)                                       \
    {                                                                                              \
        if (files_are_real())                                                                      \
            return REAL_AS(old, int (*)(int, int, struct stat *))(version, fd, to);                \
        return give_status(CALLER, fd, to);                                                        \
    }
STATUS(fstat, __fxstat)
STATUS(fstat64, __fxstat64)

#define STATUS_OF_PATH(name, old, flags)                                                           \
    STAND_IN(int, name, const char *path, struct stat *to)                                         \
    {                                                                                              \
        if (files_are_real())                                                                      \
            return REAL_AS(name, int (*)(const char *, struct stat *))(path, to);                  \
        return give_status_of_path(CALLER, AT_FDCWD, path, flags, to);                             \
    }                                                                                              \
    STAND_IN(int, old, int version, const char *path, struct stat *to)                             \
    {                                                                                              \
        if (files_are_real())                                                                      \
            return REAL_AS(old, int (*)(int, const char *, struct stat *))(version, path, to);     \
        return give_status_of_path(CALLER, AT_FDCWD, path, flags, to);                             \
    }
STATUS_OF_PATH(stat, __xstat, 0)
STATUS_OF_PATH(stat64, __xstat64, 0)
STATUS_OF_PATH(lstat, __lxstat, AT_SYMLINK_NOFOLLOW)
STATUS_OF_PATH(lstat64, __lxstat64, AT_SYMLINK_NOFOLLOW)

STAND_IN(int, access, const char *path, int what)
{
    if (files_are_real())
        return REAL_AS(access, int (*)(const char *, int))(path, what);
    return give_access(CALLER, AT_FDCWD, path, what);
}
