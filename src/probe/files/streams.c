/* streams.c - see streams.h; and the locks of streams. */
#include "probe/files/streams.h"

#include <errno.h>
#include <unistd.h>

#include "probe/errno.h"
#include "probe/files/descriptors.h"
#include "probe/refuse.h"
#include "probe/thread/cancel.h"
#include "world/world.h"

/* Output is no scheduling point, unless somebody closes what it goes to. */
static void depends_on_closing(uint64_t pc, int number)
{
    if (!world_in_setup())
        announce_read_from(pc, &mz__closed[number], sizeof mz__closed[number]);
}

enum route stream_route(uint64_t pc, int number)
{
    if (!probe_active(NULL))
        return ROUTE_REAL;
    bool standard = number == 1 || number == 2;
    if (standard)
        depends_on_closing(pc, number);
    bool open = standard && !mz__closed[number];
    if (open)
        return (enum route)number;
    if (world_in_setup())
        return ROUTE_REAL; /* perhaps a file has taken its place */
    return standard ? ROUTE_CLOSED : ROUTE_REFUSED;
}

enum route stream_route_to(uint64_t pc, int fd)
{
    if (probe_active(NULL) && world_in_setup() && descriptor_is_channel(fd))
        return ROUTE_REFUSED; /* the kernel's of that number is not the model's */
    enum route route = stream_route(pc, fd);
    return route == ROUTE_REFUSED ? (enum route)descriptor_route(pc, fd) : route;
}

enum route stream_route_of(uint64_t pc, FILE *file, const char *name)
{
    int number = stream_number(file);
    enum route route = stream_route(pc, number);
    if (route != ROUTE_REFUSED || number >= 0)
        return route;
    int fd = stream_descriptor(pc, file, name);
    if (stream_writes(file))
        return (enum route)descriptor_route_of_stream(fd);
    stream_set_flags(pc, file, STREAM_ERROR);
    return ROUTE_CLOSED;
}

/* addr: its word; the second object, which it does not write, is for those who use descriptors by number. */
enum performed libcall_close_standard(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    uint64_t *word = (uint64_t *)op->addr;
    if (*word)
        return probe_fails(t, EBADF);
    mem_set(word, (uint64_t)1);
    return PERFORM_RESUME;
}

int stream_close_standard(uint64_t pc, int number)
{
    return (int)announce_from(pc, LIBCALL(CLOSE_STANDARD), &mz__closed[number], sizeof mz__closed[number], (uint64_t)mz__descriptors,
                              sizeof mz__descriptors, 0);
}

uint64_t stream_failed(uint64_t pc, enum route route, const char *name, int64_t result)
{
    if (route == ROUTE_CLOSED)
        return mz__announce_call(libc_fail, EBADF, (uint64_t)result, 0);
    return probe_refused_later_from(pc, name);
}

/* Locks of streams. */

static MODEL struct stream_lock {
    uint32_t holder; /* thread number + 1 */
    uint32_t depth;
} locks[DESCRIPTORS];

static struct stream_lock *lock_now(const FILE *file)
{
    return file->_fileno >= 0 && file->_fileno < DESCRIPTORS ? &locks[file->_fileno] : NULL;
}

/* NULL: the stream has no descriptor, and no lock. Standard streams are always there; another is perhaps closed by now, and freed. */
static struct stream_lock *lock_of(uint64_t pc, const FILE *file)
{
    if (stream_number(file) < 0)
        announce_read_from(pc, &file->_fileno, sizeof file->_fileno);
    return lock_now(file);
}

static struct stream_lock *lock_at(const struct op *op)
{
    return (struct stream_lock *)op->addr;
}

static bool lockable(const struct thread *t, const struct stream_lock *lock)
{
    return lock->holder == 0 || lock->holder == t->number + 1;
}

static bool is_unlocked(const char *name)
{
    static const char end[] = "_unlocked";
    size_t length = 0, last = sizeof end - 1;
    while (name[length])
        length++;
    for (size_t i = 1; i <= last; i++)
        if (i > length || name[length - i] != end[last - i])
            return false;
    return true;
}

/* flockfile, funlockfile, and waiting for the lock, of a function that takes it. */
static void at_lock_of(uint64_t pc, uint32_t call, FILE *file, const char *name)
{
    if (!mz__world.locks_streams || is_unlocked(name))
        return;
    struct stream_lock *lock = lock_now(file);
    if (lock)
        announce_from(pc, call, lock, sizeof *lock, 0, 0, 0);
}

/* All that a stream keeps is one pointer here, which nobody writes: for data races. */
static void at_kept(uint64_t pc, uint32_t call, FILE *file)
{
    if (mz__world.unlocked_streams)
        announce_from(pc, call, &file->_IO_write_ptr, sizeof file->_IO_write_ptr, 0, 0, 0);
}

void stream_note_user(const struct thread *t, int number)
{
    static unsigned first_user[STDERR_FILENO + 1]; /* its thread, + 1. Never rewound */
    if (mz__world.setup || number < 0 || number > STDERR_FILENO)
        return;
    if (!first_user[number])
        first_user[number] = t->number + 1u;
    else if (first_user[number] != t->number + 1u)
        mz__world.wire->stream_shared = true;
}

void stream_use(uint64_t pc, FILE *file, const char *name)
{
    stream_note_user(mz__hot.running, stream_number(file));
    at_lock_of(pc, LIBCALL(FLOCK), file, name);
    at_kept(pc, LIBCALL(STREAM_USE), file);
}

void stream_look(uint64_t pc, FILE *file, const char *name)
{
    stream_note_user(mz__hot.running, stream_number(file));
    at_lock_of(pc, LIBCALL(FLOCK), file, name);
    at_kept(pc, LIBCALL(STREAM_LOOK), file);
}

void stream_end(uint64_t pc, FILE *file, const char *name)
{
    at_lock_of(pc, LIBCALL(FUNLOCK), file, name);
}

/* libc is cancelled with the lock in its hands, and gives it back: as if it had only waited for it. */
void stream_begin(uint64_t pc, FILE *file, const char *name)
{
    if (mz__world.cancels)
        at_lock_of(pc, LIBCALL(FLOCK_PASS), file, name);
    cancel_here(pc, MAY_CANCEL);
    stream_use(pc, file, name);
}

/* FLOCK_PASS, STREAM_USE and STREAM_LOOK. */
enum performed libcall_at_stream(struct thread *t, struct op *op, unsigned choice)
{
    (void)t, (void)op, (void)choice;
    return PERFORM_RESUME;
}

bool libcall_flock_enabled(const struct thread *t, const struct op *op)
{
    return lockable(t, lock_at(op));
}

threadset libcall_flock_holders(const struct op *op)
{
    uint32_t holder = lock_at(op)->holder;
    return holder ? threadset_of(holder - 1) : NO_THREADS;
}

enum performed libcall_flock(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    struct stream_lock *lock = lock_at(op);
    mem_set(&lock->holder, t->number + 1);
    mem_set(&lock->depth, lock->depth + 1);
    return PERFORM_RESUME;
}

enum performed libcall_ftrylock(struct thread *t, struct op *op, unsigned choice)
{
    if (lockable(t, lock_at(op)))
        return libcall_flock(t, op, choice);
    t->result[0] = 1;
    return PERFORM_RESUME;
}

enum performed libcall_funlock(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    struct stream_lock *lock = lock_at(op);
    if (lock->holder != t->number + 1)
        return world_report(t, FAULT_MISUSE, EPERM, 0, "funlockfile of a stream that the thread has not locked");
    mem_set(&lock->depth, lock->depth - 1);
    if (lock->depth == 0)
        mem_set(&lock->holder, 0u);
    return PERFORM_RESUME;
}

/* 0: it has none. */
static uint64_t at_lock(uint64_t pc, uint32_t call, const FILE *file)
{
    struct stream_lock *lock = lock_of(pc, file);
    return lock ? announce_from(pc, call, lock, sizeof *lock, 0, 0, 0) : 0;
}

EXPORT void flockfile(FILE *file)
{
    if (!probe_active(NULL))
        REAL(flockfile)(file);
    else
        at_lock(CALLER, LIBCALL(FLOCK), file);
}

EXPORT int ftrylockfile(FILE *file)
{
    if (!probe_active(NULL))
        return REAL(ftrylockfile)(file);
    return (int)at_lock(CALLER, LIBCALL(FTRYLOCK), file);
}

EXPORT void funlockfile(FILE *file)
{
    if (!probe_active(NULL))
        REAL(funlockfile)(file);
    else
        at_lock(CALLER, LIBCALL(FUNLOCK), file);
}
