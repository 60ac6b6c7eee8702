/* file_transfer.c - reading, writing and positions of files in the search (descriptors.h).
 *
 * What is taken from a file is given to the program by an operation of its own, and what is written is read there before: so a file's
 * operation touches nothing but the descriptor and the file, and a read of more than there is touches no more than it fills.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/raw.h"
#include "probe/errno.h"
#include "probe/files/contents.h"
#include "probe/files/descriptors.h"
#include "probe/files/kept_files.h"
#include "probe/files/carried.h"
#include "probe/refuse.h"
#include "world/setup/early_maps.h"
#include "world/world.h"

/* In the stand-in's frame: arg[2] of the operations. */
struct file_call {
    int32_t  fd;
    uint16_t user;  /* enum descriptor_user */
    uint16_t how;   /* where to stop, or from where an offset counts */
    uint64_t count; /* of bytes */
    int64_t  at;    /* AT_POSITION: at the position, which moves */
    uint64_t bytes; /* carried bytes of what is written */
};

/* NULL: its number names something else by now. */
static const struct file_call *call_of(struct thread *t, const struct op *op)
{
    const struct file_call *call = (const struct file_call *)op->arg[2];
    return descriptor_has_moved(t, op, call->fd) ? NULL : call;
}

/* ---- what there is to be read ---------------------------------------------------------------------------------------------- */

static const struct contents *contents_behind(int fd)
{
    uint64_t file = descriptor_file_of(descriptor_entry(fd));
    const struct kept_file *f = kept_now(file);
    int known = descriptor_in_kernel(fd);
    return f ? kept_contents(f) : descriptor_named(fd)->file ? contents_of(file) : contents_read(file_behind(known).file, known);
}

/* What can be read through the descriptor; NULL: then *otherwise is to be returned. */
static const struct contents *readable(struct thread *t, int fd, enum performed *otherwise)
{
    enum descriptor_use use = descriptor_use_now(fd);
    const struct contents *c = use & USE_READ ? contents_behind(fd) : NULL;
    if (use & USE_CHANNEL)
        *otherwise = world_report(t, FAULT_REFUSED, 0, 0, "a stream of a pipe, eventfd or socket is not supported");
    else if (use & USE_OTHER)
        *otherwise = world_report(t, FAULT_REFUSED, REFUSED_LATER, 0,
                                  "reading from something other than a regular file is supported only before the first thread or choice");
    else if (!c)
        *otherwise = probe_fails(t, use & USE_READ ? ENOMEM : EBADF);
    if (!c || !early_maps_stores(c->file))
        return c;
    *otherwise = world_report(t, FAULT_REFUSED, REFUSED_LATER, 0, "reading a file that is mapped so that stores change it, and was so "
                              "before the first thread or choice, is supported only before these");
    return NULL;
}

int64_t descriptor_position(int fd)
{
    uint64_t moved = descriptor_named(fd)->position;
    return moved ? (int64_t)moved - 1 : raw_syscall(SYS_lseek, descriptor_in_kernel(fd), 0, SEEK_CUR, 0, 0, 0);
}

void descriptor_move(int fd, uint64_t to)
{
    mem_set(&descriptor_named(fd)->position, to + 1);
}

const struct contents *descriptor_contents(struct thread *t, int fd, uint64_t *from, enum performed *otherwise)
{
    const struct contents *c = readable(t, fd, otherwise);
    *from = c ? (uint64_t)descriptor_position(fd) : 0;
    return c;
}

/* libc's stream has a buffer: it holds back what was written, and reads ahead. What is found by number meanwhile depends on it. */
bool descriptor_is_ahead(int fd)
{
    return descriptor_named(fd)->stream == STREAM_AHEAD;
}

enum performed descriptor_refuse_ahead(struct thread *t)
{
    return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0, "using a file by its number, after its stream and without fflush in between, "
                        "is supported only before the first thread or choice");
}

void descriptor_used(int fd, enum descriptor_user user)
{
    if (user != BY_NUMBER)
        mem_set(&descriptor_named(fd)->stream, (uint64_t)(user == BY_STREAM ? STREAM_AHEAD : STREAM_EVEN));
}

/* ---- reading ------------------------------------------------------------------------------------------------------------------ */

static const char no_carrying[] = "more than 128 MB of different bytes that are read from files that are written, or written there,";

bool taken_of(const struct contents *c, uint64_t from, uint64_t count, struct taken *taken)
{
    *taken = (struct taken){.count = (int64_t)count, .file = c->file, .offset = from, .last = -1};
    if (count)
        taken->last = (unsigned char)c->bytes[from + count - 1];
    if (!kept_now(c->file))
        return true;
    taken->file = 0;
    taken->offset = carried_keep(c->bytes + from, count);
    return taken->offset;
}

/* Set by the bodies below for the stand-in that announced them; nothing comes between. */
static struct taken last_taken;

static enum performed look(struct thread *t, const struct contents *c, uint64_t from, uint64_t limit, int stop)
{
    uint64_t there = from < c->size ? c->size - from : 0, n = limit < there ? limit : there;
    const char *end = stop == NO_STOP || n == 0 ? NULL : memchr(c->bytes + from, stop, n);
    if (end)
        n = (uint64_t)(end - (c->bytes + from)) + 1;
    if (!taken_of(c, from, n, &last_taken))
        return world_report(t, FAULT_REFUSED, 0, 0, "%s is not supported", no_carrying);
    last_taken.at_end = !end && n < limit;
    t->result[0] = n;
    return PERFORM_RESUME;
}

/* Error of a read before it looks at the file; 0: none. */
static int read_fails(int fd, int64_t at)
{
    if (at != AT_POSITION && at < 0)
        return EINVAL;
    return at != AT_POSITION && descriptor_is_channel(fd) ? ESPIPE : 0;
}

enum performed libcall_take(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    const struct file_call *call = call_of(t, op);
    enum performed otherwise;
    if (!call)
        return PERFORM_RESUME;
    int error = read_fails(call->fd, call->at);
    const struct contents *c = error ? NULL : readable(t, call->fd, &otherwise);
    if (!c)
        return error ? probe_fails(t, error) : otherwise;
    if (call->user == BY_NUMBER && descriptor_is_ahead(call->fd))
        return descriptor_refuse_ahead(t);
    if (call->at != AT_POSITION)
        return look(t, c, (uint64_t)call->at, call->count, call->how);
    descriptor_used(call->fd, call->user);
    uint64_t from = (uint64_t)descriptor_position(call->fd);
    enum performed done = look(t, c, from, call->count, call->how);
    if (done == PERFORM_RESUME && last_taken.count)
        descriptor_move(call->fd, from + (uint64_t)last_taken.count);
    return done;
}

/* Read of a file that does not change: arg[0]: where it begins; arg[1]: limit; arg[2]: descriptor */
static enum performed take_at(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    int fd = (int)op->arg[2], error = read_fails(fd, (int64_t)op->arg[0]);
    enum performed otherwise;
    announced_from(op);
    const struct contents *c = error ? NULL : readable(t, fd, &otherwise);
    if (!c)
        return error ? probe_fails(t, error) : otherwise;
    return descriptor_is_ahead(fd) ? descriptor_refuse_ahead(t) : look(t, c, op->arg[0], op->arg[1], NO_STOP);
}

/* OP_WRITE: arg[0]: file; arg[1]: where in it; arg[2]: bytes of it. Or carried bytes of them. */
enum performed descriptor_write(struct thread *t, const struct op *op)
{
    (void)t;
    char *to = (char *)op->addr;
    if (op->arg[2])
        mem_copy(to, op->arg[0] ? contents_of(op->arg[0])->bytes + op->arg[1] : carried_bytes(op->arg[1]), op->arg[2]);
    mem_fill(to + op->arg[2], 0, op->size - op->arg[2]);
    return PERFORM_RESUME;
}

/* ---- writing -------------------------------------------------------------------------------------------------------------------- */

/* arg[0]: bytes; arg[1]: how many. Result: carried bytes of them. */
static enum performed keep_bytes(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    announced_from(op);
    if (op->arg[1] > KEPT_BYTES)
        return descriptor_refuse_size(t);
    t->result[0] = carried_keep((const char *)op->arg[0], op->arg[1]);
    return t->result[0] ? PERFORM_RESUME : world_report(t, FAULT_REFUSED, 0, 0, "%s is not supported", no_carrying);
}

/* Beginning of a write: also one at another place goes to the end, if the descriptor was opened to append, as in
 * Linux. */
static uint64_t place_of_write(const struct file_call *call, const struct kept_file *f)
{
    if (descriptor_flags_of(descriptor_entry(call->fd)) & O_APPEND)
        return f->size;
    return (uint64_t)(call->at == AT_POSITION ? descriptor_position(call->fd) : call->at);
}

enum performed libcall_put(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    const struct file_call *call = call_of(t, op);
    enum performed otherwise;
    if (!call)
        return PERFORM_RESUME;
    enum descriptor_use use = descriptor_use_now(call->fd);
    if (use == USE_NONE || use == USE_READ)
        return probe_fails(t, EBADF);
    if (call->user == BY_NUMBER && descriptor_is_ahead(call->fd))
        return descriptor_refuse_ahead(t);
    struct kept_file *f = descriptor_kept(t, call->fd, &otherwise);
    if (!f)
        return otherwise;
    uint64_t from = place_of_write(call, f);
    if (!kept_write(f, from, carried_bytes(call->bytes), call->count))
        return descriptor_refuse_size(t);
    if (call->at == AT_POSITION && call->count)
        descriptor_move(call->fd, from + call->count);
    descriptor_used(call->fd, call->user);
    t->result[0] = call->count;
    return PERFORM_RESUME;
}

/* ---- positions ------------------------------------------------------------------------------------------------------------------ */

/* What is behind it, for its size, though it may not be open for reading. */
static const struct contents *measurable(struct thread *t, int fd, enum performed *otherwise)
{
    if (descriptor_keeps(fd))
        return contents_behind(fd);
    if (descriptor_use_now(fd) != USE_WRITE)
        return readable(t, fd, otherwise);
    *otherwise = world_report(t, FAULT_REFUSED, REFUSED_LATER, 0, "the position in a file that is written is known only before the first "
                              "thread or choice " KEEPS_WRITES);
    return NULL;
}

enum performed libcall_lseek(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    const struct file_call *call = call_of(t, op);
    enum performed otherwise;
    if (!call)
        return PERFORM_RESUME;
    int fd = call->fd, whence = call->how;
    int64_t to = call->at;
    bool known = whence >= SEEK_SET && whence <= SEEK_HOLE;
    if (descriptor_is_channel(fd))
        return known && descriptor_stays_at_0(fd) ? PERFORM_RESUME : probe_fails(t, known ? ESPIPE : EINVAL);
    const struct contents *c = measurable(t, fd, &otherwise);
    if (!c)
        return otherwise;
    if (!known)
        return probe_fails(t, EINVAL);
    if (whence > SEEK_END)
        return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0,
                            "lseek to data or to a hole is supported only before the first thread or choice");
    to += whence == SEEK_CUR ? descriptor_position(fd) : whence == SEEK_END ? (int64_t)c->size : 0;
    if (to < 0)
        return probe_fails(t, EINVAL);
    if (call->user == BY_NUMBER && descriptor_is_ahead(fd))
        return descriptor_refuse_ahead(t);
    if (call->user == BY_FLUSH)
        descriptor_used(fd, BY_FLUSH);
    descriptor_move(fd, (uint64_t)to);
    t->result[0] = (uint64_t)to;
    return PERFORM_RESUME;
}

/* arg[2]: descriptor and, in the upper half, the byte */
enum performed libcall_unread(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    int fd = (int)(uint32_t)op->arg[2], byte = (int)(op->arg[2] >> 32);
    enum performed otherwise;
    if (descriptor_has_moved(t, op, fd))
        return PERFORM_RESUME;
    const struct contents *c = readable(t, fd, &otherwise);
    if (!c)
        return otherwise;
    uint64_t from = (uint64_t)descriptor_position(fd);
    if (from == 0 || from > c->size || (unsigned char)c->bytes[from - 1] != byte)
        return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0,
                            "ungetc of a character that was not just read is supported only before the first thread or choice");
    descriptor_move(fd, from - 1);
    descriptor_used(fd, BY_STREAM);
    t->result[0] = (uint64_t)byte;
    return PERFORM_RESUME;
}

/* ---- length --------------------------------------------------------------------------------------------------------------------- */

/* struct file_call, how: at the offset; for so many bytes from there on; likewise, returning the error. */
enum { CUTS, ALLOCATES, RESERVES };

/* What ftruncate or fallocate say of the descriptor; 0: nothing. */
static int length_fails(const struct file_call *call, enum descriptor_use use)
{
    if (call->how == CUTS)
        return call->at < 0 ? EINVAL : use & USE_WRITE ? 0 : use == USE_NONE ? EBADF : EINVAL;
    if (use == USE_NONE)
        return EBADF;
    return call->at < 0 || (int64_t)call->count <= 0 ? EINVAL : !(use & (USE_WRITE | USE_OTHER | USE_CHANNEL)) ? EBADF : 0;
}

/* What is captured has no length. */
enum performed libcall_ftruncate(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    const struct file_call *call = call_of(t, op);
    enum performed otherwise;
    if (!call)
        return PERFORM_RESUME;
    enum descriptor_use use = descriptor_use_now(call->fd);
    int error = length_fails(call, use);
    if (error && call->how == RESERVES)
        t->result[0] = (uint64_t)error;
    if (error)
        return call->how == RESERVES ? PERFORM_RESUME : probe_fails(t, error);
    if (!(use & USE_WRITE))
        return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0, "fallocate of something other than a regular file is supported only before "
                            "the first thread or choice");
    t->result[0] = 0;
    if (!descriptor_keeps(call->fd))
        return PERFORM_RESUME;
    struct kept_file *f = descriptor_kept(t, call->fd, &otherwise);
    if (!f)
        return otherwise;
    uint64_t size = (uint64_t)call->at + call->count;
    if (call->how != CUTS && size <= f->size)
        return PERFORM_RESUME;
    return kept_resize(f, size) ? PERFORM_RESUME : descriptor_refuse_size(t);
}

/* ---- for stand-ins ---------------------------------------------------------------------------------------------------------------- */

static struct taken taken_after(int64_t count)
{
    return count < 0 ? (struct taken){.count = -1, .last = -1} : last_taken;
}

enum { MOST = 0x7ffff000 }; /* as in Linux */

struct taken descriptor_take(uint64_t pc, int fd, uint64_t limit, int stop, enum descriptor_user user)
{
    struct file_call call = {fd, (uint16_t)user, (uint16_t)stop, limit < MOST ? limit : MOST, AT_POSITION, 0};
    return taken_after(descriptor_announce(pc, LIBCALL(TAKE), fd, (uint64_t)&call));
}

/* Whether what is behind it may change is part of what the number names. */
struct taken descriptor_take_at(uint64_t pc, int fd, uint64_t limit, int64_t from)
{
    struct file_call call = {fd, BY_NUMBER, NO_STOP, limit < MOST ? limit : MOST, from < 0 ? INT64_MIN : from, 0};
    descriptor_depends(pc, fd);
    if (descriptor_may_change(fd))
        return taken_after(descriptor_announce(pc, LIBCALL(TAKE), fd, (uint64_t)&call));
    return taken_after((int64_t)announce_call_from(pc, take_at, (uint64_t)call.at, call.count, (uint64_t)(int64_t)fd));
}

void descriptor_give(uint64_t pc, void *to, const struct taken *taken, unsigned zeros)
{
    uint64_t count = (uint64_t)taken->count;
    if (taken->count >= 0 && count + zeros > 0)
        announce_from(pc, OP_WRITE | ANNOUNCE_DETAIL(WRITE_FILE), to, count + zeros, taken->file, taken->offset, count);
}

static int64_t put(uint64_t pc, int fd, const void *bytes, uint64_t count, uint64_t beyond, enum descriptor_user user, int64_t at)
{
    if (count + beyond)
        announce_read_from(pc, bytes, count + beyond);
    uint64_t kept = announce_call_from(pc, keep_bytes, (uint64_t)bytes, count, 0);
    struct file_call call = {fd, (uint16_t)user, 0, count, at, kept};
    return descriptor_announce(pc, LIBCALL(PUT), fd, (uint64_t)&call);
}

int64_t descriptor_put(uint64_t pc, int fd, const void *bytes, uint64_t count, uint64_t beyond, enum descriptor_user user)
{
    return put(pc, fd, bytes, count, beyond, user, AT_POSITION);
}

int64_t descriptor_put_at(uint64_t pc, int fd, const void *bytes, uint64_t count, int64_t at)
{
    return put(pc, fd, bytes, count, 0, BY_NUMBER, at);
}

int64_t descriptor_seek(uint64_t pc, int fd, int64_t to, int whence, enum descriptor_user user)
{
    uint16_t how = whence < 0 || whence > UINT16_MAX ? UINT16_MAX : (uint16_t)whence;
    struct file_call call = {fd, (uint16_t)user, how, 0, to, 0};
    return descriptor_announce(pc, LIBCALL(LSEEK), fd, (uint64_t)&call);
}

int descriptor_unread(uint64_t pc, int fd, int byte)
{
    return (int)descriptor_announce(pc, LIBCALL(UNREAD), fd, (uint32_t)fd | (uint64_t)(uint8_t)byte << 32);
}

static int set_length(uint64_t pc, int fd, int64_t length)
{
    struct file_call call = {.fd = fd, .at = length};
    return (int)descriptor_announce(pc, LIBCALL(FTRUNCATE), fd, (uint64_t)&call);
}

#define TRUNCATE(name, offset)                                                                     \
    STAND_IN(int, name, int fd, offset length)                                                     \
    {                                                                                              \
        if (file_is_real(fd))                                                                      \
            return REAL_AS(name, int (*)(int, offset))(fd, length);                                \
        return set_length(CALLER, fd, length);                                                     \
    }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

/* A file has room for what is written to it: without FALLOC_FL_KEEP_SIZE it grows. */
static int allocate(uint64_t pc, int fd, uint16_t how, int64_t from, int64_t count)
{
    struct file_call call = {.fd = fd, .how = how, .at = from, .count = (uint64_t)count};
    return (int)descriptor_announce(pc, LIBCALL(FTRUNCATE), fd, (uint64_t)&call);
}

#define ALLOCATE(name, posix_name, offset)                                                         \
    STAND_IN(int, name, int fd, int mode, offset from, offset count)                               \
    {                                                                                              \
        if (file_is_real(fd))                                                                      \
            return REAL_AS(name, int (*)(int, int, offset, offset))(fd, mode, from, count);        \
        if (mode)                                                                                  \
            return (int)probe_refused_later(#name " with flags");                                  \
        return allocate(CALLER, fd, ALLOCATES, from, count);                                       \
    }                                                                                              \
    STAND_IN(int, posix_name, int fd, offset from, offset count)                                   \
    {                                                                                              \
        if (file_is_real(fd))                                                                      \
            return REAL_AS(posix_name, int (*)(int, offset, offset))(fd, from, count);             \
        return allocate(CALLER, fd, RESERVES, from, count);                                        \
    }
ALLOCATE(fallocate, posix_fallocate, off_t)
ALLOCATE(fallocate64, posix_fallocate64, off64_t)
