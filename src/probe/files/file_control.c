/* file_control.c - fcntl and flock on files, and fsync.
 *
 * Locks of fcntl belong to the process, of which there is one: they are always granted. Those of flock belong to what open has opened,
 * and its copies: a thread waits for another's.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "probe/argument.h"
#include "probe/errno.h"
#include "probe/files/descriptors.h"
#include "probe/files/file_places.h"
#include "probe/refuse.h"
#include "probe/thread/cancel.h"
#include "world/world.h"

/* ---- flags ----------------------------------------------------------------------------------------------------------------- */

struct control_call {
    int32_t      fd, command;
    uint64_t     argument;
    struct flock range; /* of a command about locks */
};

enum { SETTABLE = O_APPEND | O_NONBLOCK | O_NOATIME };

/* The entry as the search has it. */
static struct descriptor *own_entry(int entry)
{
    struct descriptor *d = &mz__descriptors[entry];
    if (d->use)
        return d;
    mem_will_write(d, sizeof *d);
    d->flags = inherited_flags(entry) | (entry < DESCRIPTORS && inherited_closes(entry) ? FLAG_CLOSES : 0);
    d->stream = d->stream ? d->stream : inherited_stream(entry);
    d->use = (uint64_t)descriptor_use_of(entry) + 1;
    return d;
}

static bool closes(int fd)
{
    return mz__descriptors[fd].use ? mz__descriptors[fd].flags & FLAG_CLOSES : inherited_closes(fd);
}

static void set_flags(int entry, uint64_t mask, uint64_t flags)
{
    struct descriptor *d = own_entry(entry);
    mem_set(&d->flags, (d->flags & ~mask) | (flags & mask));
}

/* A number that set-up has copied names an entry that others name as well. */
static bool is_old_copy(int fd)
{
    return !mz__descriptors[fd].use && inherited_entry(fd) != fd;
}

/* Does the range begin and end in the file? What is captured has no position: there any does. */
static bool is_range(int fd, const struct flock *range)
{
    uint64_t file = descriptor_file_of(descriptor_entry(fd));
    const struct kept_file *f = kept_now(file);
    const struct contents *c = f ? kept_contents(f) : contents_of(file);
    int whence = range->l_whence;
    if (whence < SEEK_SET || whence > SEEK_END)
        return false;
    if (whence != SEEK_SET && file_is_captured(file))
        return true;
    int64_t begin = range->l_start + (whence == SEEK_CUR ? descriptor_position(fd) : whence == SEEK_END && c ? (int64_t)c->size : 0);
    return begin >= 0 && (range->l_len >= 0 || begin + range->l_len >= 0);
}

/* What fcntl says of a lock that it is asked for. */
static int lock_fails(const struct control_call *call, enum descriptor_use use)
{
    int type = call->range.l_type;
    bool may = type == F_RDLCK ? use & USE_READ : type == F_WRLCK ? use & USE_WRITE : type == F_UNLCK, asks = call->command == F_GETLK;
    bool known = type == F_RDLCK || type == F_WRLCK || (type == F_UNLCK && !asks);
    return !known || !is_range(call->fd, &call->range) ? EINVAL : may || asks ? 0 : EBADF;
}

/* arg[2]: struct control_call */
enum performed libcall_file_control(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    const struct control_call *call = (const struct control_call *)op->arg[2];
    int fd = call->fd, error = 0;
    if (descriptor_has_moved(t, op, fd))
        return PERFORM_RESUME;
    enum descriptor_use use = descriptor_use_now(fd);
    if (use == USE_NONE)
        return probe_fails(t, EBADF);
    if (!(use & USE_BOTH) || (call->command == F_SETFD && is_old_copy(fd)))
        return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0, "fcntl of a descriptor like this one is supported only before the first "
                            "thread or choice");
    t->result[0] = 0;
    switch (call->command) {
    case F_GETFD: t->result[0] = closes(fd) ? FD_CLOEXEC : 0; break;
    case F_SETFD: set_flags(fd, FLAG_CLOSES, call->argument & FD_CLOEXEC ? FLAG_CLOSES : 0); break;
    case F_GETFL: t->result[0] = (uint32_t)descriptor_flags_of(descriptor_entry(fd)); break;
    case F_SETFL: set_flags(descriptor_entry(fd), SETTABLE, call->argument); break;
    default: error = lock_fails(call, use);
    }
    return error ? probe_fails(t, error) : PERFORM_RESUME;
}

static int control(uint64_t pc, int fd, int command, uint64_t argument, const struct flock *range)
{
    struct control_call call = {fd, command, argument, {0}};
    if (range)
        call.range = *range;
    return (int)descriptor_announce(pc, LIBCALL(FILE_CONTROL), fd, (uint64_t)&call);
}

/* No other process has a lock here, and this one never gets into its own way. */
static int lock_range(uint64_t pc, int fd, int command, struct flock *lock)
{
    struct flock asked = ARGUMENT(pc, lock);
    int result = control(pc, fd, command, 0, &asked);
    short none = F_UNLCK;
    if (result == 0 && command == F_GETLK)
        announce_give_from(pc, &lock->l_type, &none, sizeof none, 0);
    return result;
}

int file_control(uint64_t pc, int fd, int command, uint64_t argument)
{
    switch (command) {
    case F_GETFD:
    case F_SETFD:
    case F_GETFL:
    case F_SETFL: return control(pc, fd, command, argument, NULL);
    case F_GETLK:
    case F_SETLK: return lock_range(pc, fd, command, (struct flock *)argument);
    case F_SETLKW: cancel_here(pc, CANCELS); return lock_range(pc, fd, command, (struct flock *)argument);
    default: return (int)probe_refused_later_from(pc, "this command of fcntl");
    }
}

/* ---- flock -------------------------------------------------------------------------------------------------------------------- */

enum { WAITS = 1 }; /* op.order: what it had was given up */

static int descriptor_in(const struct op *op)
{
    return (int)(uint32_t)op->arg[2];
}

static int asked_in(const struct op *op)
{
    return (int)(op->arg[2] >> 32);
}

/* Has another open file of the same a lock that excludes this one? */
static bool is_excluded(int entry, int how)
{
    uint64_t file = descriptor_file_of(entry);
    for (int other = descriptor_of_file(file, 0); other >= 0; other = descriptor_of_file(file, other + 1)) {
        int has = FLAG_LOCKED(descriptor_flags_of(other));
        if (other != entry && (has == LOCK_EX || (has && how == LOCK_EX)))
            return true;
    }
    return false;
}

bool libcall_file_lock_enabled(const struct op *op)
{
    int fd = descriptor_in(op);
    return op->order != WAITS || !(descriptor_use_now(fd) & USE_BOTH) || !is_excluded(descriptor_entry(fd), asked_in(op) & ~LOCK_NB);
}

/* arg[2]: descriptor and, in the upper half, LOCK_SH and so on. What it had of another kind is given up before it waits, as in Linux. */
enum performed libcall_file_lock(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    int fd = descriptor_in(op), how = asked_in(op) & ~LOCK_NB;
    enum descriptor_use use = descriptor_use_now(fd);
    if (how & LOCK_MAND)
        return world_report(t, FAULT_REFUSED, 0, 0, "flock with LOCK_MAND is not supported");
    if (how != LOCK_SH && how != LOCK_EX && how != LOCK_UN)
        return probe_fails(t, EINVAL);
    if (use == USE_NONE)
        return probe_fails(t, EBADF);
    if (!(use & USE_BOTH))
        return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0, "flock of something other than a regular file is supported only before the "
                            "first thread or choice");
    int entry = descriptor_entry(fd), has = FLAG_LOCKED(own_entry(entry)->flags);
    t->result[0] = 0;
    if (how == has)
        return PERFORM_RESUME;
    bool granted = how == LOCK_UN || !is_excluded(entry, how);
    set_flags(entry, FLAG_LOCK(LOCK_SH | LOCK_EX), FLAG_LOCK(granted && how != LOCK_UN ? how : 0));
    if (granted)
        return PERFORM_RESUME;
    if (asked_in(op) & LOCK_NB)
        return probe_fails(t, EWOULDBLOCK);
    op->order = WAITS;
    return PERFORM_PENDING;
}

STAND_IN(int, flock, int fd, int how)
{
    if (file_is_real(fd))
        return REAL_AS(flock, int (*)(int, int))(fd, how);
    return (int)announce_from(CALLER, LIBCALL(FILE_LOCK), mz__descriptors, sizeof mz__descriptors, 0, 0,
                              (uint32_t)fd | (uint64_t)(uint32_t)how << 32);
}

/* A lock of fcntl's from the position on. */
static int lock_from_here(uint64_t pc, int fd, int command)
{
    struct flock range = {.l_type = command == F_ULOCK ? F_UNLCK : F_WRLCK, .l_whence = SEEK_SET};
    if (command != F_ULOCK && command != F_LOCK && command != F_TLOCK && command != F_TEST)
        return announce_failure_from(pc, EINVAL);
    return control(pc, fd, command == F_TEST ? F_GETLK : F_SETLK, 0, &range);
}

#define LOCKF(name, offset)                                                                        \
    STAND_IN(int, name, int fd, int command, offset length)                                        \
    {                                                                                              \
        if (file_is_real(fd))                                                                      \
            return REAL_AS(name, int (*)(int, int, offset))(fd, command, length);                  \
        uint64_t pc = CALLER;                                                                      \
        if (command == F_LOCK)                                                                     \
            cancel_here(pc, CANCELS);                                                              \
        return lock_from_here(pc, fd, command);                                                    \
    }
LOCKF(lockf, off_t)
LOCKF(lockf64, off64_t)

/* ---- on the disk -------------------------------------------------------------------------------------------------------------- */

/* arg[2]: descriptor */
static enum performed sync_file(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    enum descriptor_use use = descriptor_use_now((int)op->arg[2]);
    announced_from(op);
    bool folder = use == USE_OTHER && file_is_directory(descriptor_file_of(descriptor_entry((int)op->arg[2])));
    if (!(use & USE_BOTH) && !folder)
        return use & USE_OTHER ? world_report(t, FAULT_REFUSED, REFUSED_LATER, 0, "fsync of something other than a regular file is "
                                              "supported only before the first thread or choice")
                               : probe_fails(t, use == USE_NONE ? EBADF : EINVAL);
    t->result[0] = 0;
    return PERFORM_RESUME;
}

#define SYNC(name)                                                                     \
    STAND_IN(int, name, int fd)                                                        \
    {                                                                                  \
        if (files_are_real())                                                          \
            return REAL_AS(name, int (*)(int))(fd);                                    \
        uint64_t pc = CALLER;                                                          \
        cancel_here(pc, CANCELS);                                                      \
        descriptor_depends(pc, fd);                                                    \
        return (int)announce_call_from(pc, sync_file, 0, 0, (uint64_t)(int64_t)fd);    \
    }
SYNC(fsync)
SYNC(fdatasync)
