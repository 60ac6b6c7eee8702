/* descriptors.c - see descriptors.h; opening is in opening.c. */
#include "probe/files/descriptors.h"

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/raw.h"
#include "base/text.h"
#include "probe/errno.h"
#include "probe/files/private_files.h"
#include "probe/files/route.h"
#include "world/setup/store.h"
#include "world/world.h"

MODEL struct descriptor mz__descriptors[FILE_ENTRIES];
MODEL uint64_t mz__closed[3];

enum { COUNT_BITS = 48 }; /* of op.arg[2] of LIBCALL_PUT */

bool files_are_real(void)
{
    return !probe_active(NULL) || world_in_setup();
}

bool file_is_real(int fd)
{
    return files_are_real() && !(probe_active(NULL) && descriptor_is_channel(fd));
}

/* ---- semantics ------------------------------------------------------------------------------------------------------- */

/* In set-up the kernel knows. */
static enum descriptor_use use_in_setup(int fd)
{
    struct file_kind kind = file_behind(fd);
    return !kind.file ? USE_NONE : kind.regular || kind.nothing ? USE_BOTH : USE_OTHER;
}

enum descriptor_use descriptor_use_now(int fd)
{
    if (world_in_setup() && !descriptor_is_channel(fd))
        return use_in_setup(fd);
    bool known = fd >= 0 && fd < DESCRIPTORS && !descriptor_is_closed(fd);
    return known ? descriptor_use(fd) : USE_NONE;
}

/* What can be read through the descriptor; NULL: then *otherwise is to be returned. */
static const struct contents *readable(struct thread *t, int fd, enum performed *otherwise)
{
    enum descriptor_use use = descriptor_use_now(fd);
    const struct contents *c = NULL;
    if (use & USE_READ) {
        uint64_t file = descriptor_named(fd)->file;
        int known = descriptor_in_kernel(fd);
        c = private_is(file) ? private_contents(file) : file ? contents_of(file) : contents_read(file_behind(known).file, known);
    }
    if (use & USE_CHANNEL)
        *otherwise = world_report(t, FAULT_REFUSED, 0, 0, "a stream of a pipe, eventfd or socket is not supported");
    else if (use & USE_OTHER)
        *otherwise = world_report(t, FAULT_REFUSED, REFUSED_LATER, 0,
                                  "reading from something other than a regular file is supported only before the first thread or choice");
    else if (!c)
        *otherwise = probe_fails(t, use & USE_READ ? ENOMEM : EBADF);
    return c;
}

static int64_t position(int fd)
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
    *from = c ? (uint64_t)position(fd) : 0;
    return c;
}

/* libc's stream has a buffer: it holds back what was written, and reads ahead. What is found by number meanwhile depends on it. */
static bool stream_is_ahead(int fd)
{
    return descriptor_named(fd)->stream == STREAM_AHEAD;
}

static enum performed refuse_ahead(struct thread *t)
{
    return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0, "using a file by its number, after its stream and without fflush in between, "
                        "is supported only before the first thread or choice");
}

void descriptor_used(int fd, enum descriptor_user user)
{
    if (user != BY_NUMBER)
        mem_set(&descriptor_named(fd)->stream, (uint64_t)(user == BY_STREAM ? STREAM_AHEAD : STREAM_EVEN));
}

/* The call is to be announced anew. */
enum { MOVED = INT64_MIN };

static bool has_moved(struct thread *t, const struct op *op, int fd)
{
    bool moved = op->addr != (uint64_t)descriptor_named(fd);
    if (moved)
        t->result[0] = (uint64_t)MOVED;
    return moved;
}

/* Set by the bodies below for the stand-in that announced them; nothing comes between. */
static struct taken last_taken;

static void look(const struct contents *c, uint64_t from, uint64_t limit, int stop)
{
    uint64_t there = from < c->size ? c->size - from : 0, n = limit < there ? limit : there;
    const char *end = stop == NO_STOP || n == 0 ? NULL : memchr(c->bytes + from, stop, n);
    if (end)
        n = (uint64_t)(end - (c->bytes + from)) + 1;
    last_taken = (struct taken){.count = (int64_t)n, .file = private_mark(c->file, from, n), .offset = from, .at_end = !end && n < limit,
                                .last = n ? (unsigned char)c->bytes[from + n - 1] : -1};
}

/* arg[2]: descriptor (16 bits), stop (16), limit (32); order: enum descriptor_user */
enum performed libcall_take(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    int fd = (int16_t)op->arg[2];
    enum performed otherwise;
    if (has_moved(t, op, fd))
        return PERFORM_RESUME;
    const struct contents *c = readable(t, fd, &otherwise);
    if (!c)
        return otherwise;
    if (op->order == BY_NUMBER && stream_is_ahead(fd))
        return refuse_ahead(t);
    descriptor_used(fd, op->order);
    uint64_t from = (uint64_t)position(fd);
    look(c, from, op->arg[2] >> 32, (int)(op->arg[2] >> 16 & 0xffff));
    if (last_taken.count)
        descriptor_move(fd, from + (uint64_t)last_taken.count);
    t->result[0] = (uint64_t)last_taken.count;
    return PERFORM_RESUME;
}

/* arg[0]: where it begins; arg[1]: limit; arg[2]: descriptor */
static enum performed take_at(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    announced_from(op);
    enum performed otherwise;
    if ((int64_t)op->arg[0] < 0)
        return probe_fails(t, EINVAL);
    if (descriptor_is_channel((int)op->arg[2]))
        return probe_fails(t, ESPIPE);
    const struct contents *c = readable(t, (int)op->arg[2], &otherwise);
    if (!c)
        return otherwise;
    if (stream_is_ahead((int)op->arg[2]))
        return refuse_ahead(t);
    look(c, op->arg[0], op->arg[1], NO_STOP);
    t->result[0] = (uint64_t)last_taken.count;
    return PERFORM_RESUME;
}

/* OP_WRITE: arg[0]: file; arg[1]: where in it; arg[2]: bytes of it */
enum performed descriptor_write(struct thread *t, const struct op *op)
{
    char *to = (char *)op->addr;
    if (op->arg[2]) {
        const char *from = private_is(op->arg[0]) ? private_marked(op->arg[0], op->arg[1], op->arg[2])
                                                  : contents_of(op->arg[0])->bytes + op->arg[1];
        if (!from)
            return world_report(t, FAULT_REFUSED, 0, 0, "a temporary file that is written while another thread reads it is not supported");
        mem_copy(to, from, op->arg[2]);
    }
    mem_fill(to + op->arg[2], 0, op->size - op->arg[2]);
    return PERFORM_RESUME;
}

/* What set-up has made and removed is taken over when it is first written, or copied. */
bool descriptor_take_over(int fd)
{
    struct descriptor *d = &mz__descriptors[fd];
    const struct contents *c = contents_read(file_behind(fd).file, fd);
    uint64_t from = (uint64_t)position(fd), file = c && c->size <= PRIVATE_BYTES ? private_make(0) : 0;
    if (!file || !private_write(file, 0, c->bytes, c->size))
        return false;
    mem_will_write(d, sizeof *d);
    *d = (struct descriptor){.file = file, .position = from + 1, .use = USE_BOTH + 1,
                             .stream = d->use ? d->stream : inherited_stream(fd)};
    return true;
}

/* Can it be written, and what was written be read? For stand-ins, too. */
static bool is_private(int fd)
{
    const struct descriptor *d = descriptor_named(fd);
    return private_is(d->file) || (d->file == 0 && inherited_private(fd));
}

/* addr2: what is written; arg[2]: how much (48 bits), and the descriptor; order: enum descriptor_user */
enum performed libcall_put(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    int fd = (int)(op->arg[2] >> COUNT_BITS);
    uint64_t count = op->arg[2] & (((uint64_t)1 << COUNT_BITS) - 1);
    if (has_moved(t, op, fd))
        return PERFORM_RESUME;
    if (descriptor_use_now(fd) == USE_NONE)
        return probe_fails(t, EBADF);
    if (descriptor_use_now(fd) != USE_BOTH || !is_private(fd))
        return world_report(t, FAULT_REFUSED, 0, 0, "a descriptor that names another file while it is written is not supported");
    if (op->order == BY_NUMBER && stream_is_ahead(fd))
        return refuse_ahead(t);
    uint64_t from = (uint64_t)position(fd);
    bool room = from <= PRIVATE_BYTES && count <= PRIVATE_BYTES - from; /* asked before anything changes */
    room = room && (private_is(descriptor_named(fd)->file) || descriptor_take_over(fd));
    if (!room || !private_write(descriptor_named(fd)->file, from, (const char *)op->addr2, count))
        return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0, "more than %d temporary files, or %d bytes in one, are supported only "
                            "before the first thread or choice", PRIVATE_FILES, PRIVATE_BYTES);
    descriptor_move(fd, from + count);
    descriptor_used(fd, op->order);
    t->result[0] = count;
    return PERFORM_RESUME;
}

/* arg[0]: offset; arg[2]: descriptor and, in the upper half, from where; order: enum descriptor_user */
enum performed libcall_lseek(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    int fd = (int)(uint32_t)op->arg[2], whence = (int)(op->arg[2] >> 32);
    int64_t to = (int64_t)op->arg[0];
    enum performed otherwise;
    if (has_moved(t, op, fd))
        return PERFORM_RESUME;
    bool known = whence >= SEEK_SET && whence <= SEEK_HOLE;
    if (descriptor_is_channel(fd))
        return known && descriptor_stays_at_0(fd) ? PERFORM_RESUME : probe_fails(t, known ? ESPIPE : EINVAL);
    if (descriptor_use_now(fd) == USE_WRITE)
        return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0,
                            "the position in a file that is written is known only before the first thread or choice");
    const struct contents *c = readable(t, fd, &otherwise);
    if (!c)
        return otherwise;
    if (!known)
        return probe_fails(t, EINVAL);
    if (whence > SEEK_END)
        return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0,
                            "lseek to data or to a hole is supported only before the first thread or choice");
    to += whence == SEEK_CUR ? position(fd) : whence == SEEK_END ? (int64_t)c->size : 0;
    if (to < 0)
        return probe_fails(t, EINVAL);
    if (op->order == BY_NUMBER && stream_is_ahead(fd))
        return refuse_ahead(t);
    if (op->order == BY_FLUSH)
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
    const struct contents *c = readable(t, fd, &otherwise);
    if (!c)
        return otherwise;
    uint64_t from = (uint64_t)position(fd);
    if (from == 0 || from > c->size || (unsigned char)c->bytes[from - 1] != byte)
        return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0,
                            "ungetc of a character that was not just read is supported only before the first thread or choice");
    descriptor_move(fd, from - 1);
    descriptor_used(fd, BY_STREAM);
    t->result[0] = (uint64_t)byte;
    return PERFORM_RESUME;
}

bool descriptor_has_stream(int fd)
{
    return mz__descriptors[fd].use ? mz__descriptors[fd].stream : inherited_stream(fd);
}

/* arg[2]: descriptor and, in the upper half, enum descriptor_user */
enum performed libcall_close(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    int fd = (int)(uint32_t)op->arg[2];
    if (descriptor_use_now(fd) == USE_NONE)
        return probe_fails(t, EBADF);
    if (op->arg[2] >> 32 == BY_NUMBER && descriptor_has_stream(fd))
        return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0,
                            "closing the descriptor of a stream that is open is supported only before the first thread or choice");
    descriptor_unname(fd);
    t->result[0] = 0;
    return PERFORM_RESUME;
}

/* arg[2]: descriptor and, in the upper half, what the stream is to be open for, and whether it appends */
enum performed libcall_fdopen(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    int fd = (int)(uint32_t)op->arg[2];
    enum descriptor_use use = descriptor_use_now(fd), asked = (enum descriptor_use)(op->arg[2] >> 32 & USE_BOTH);
    if (use == USE_NONE)
        return probe_fails(t, EBADF);
    if ((use & ~USE_BOTH) || fd < 3 || descriptor_entry(fd) != fd || descriptor_has_stream(fd) ||
        (use == USE_BOTH && op->arg[2] >> 32 & FDOPEN_APPENDS))
        return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0,
                            "fdopen of a descriptor like this one is supported only before the first thread or choice");
    if ((use & asked) != asked)
        return probe_fails(t, EINVAL);
    struct descriptor *d = &mz__descriptors[fd];
    mem_will_write(d, sizeof *d);
    d->use = (uint64_t)use + 1;
    d->stream = STREAM_EVEN;
    t->result[0] = 0;
    return PERFORM_RESUME;
}

/* ---- for stand-ins ----------------------------------------------------------------------------------------------------- */

static int64_t announce_named(uint64_t pc, uint32_t operation, int fd, uint64_t a, uint64_t b, uint64_t c)
{
    int64_t result;
    do
        result = (int64_t)announce_from(pc, operation, descriptor_named(fd), sizeof(struct descriptor), a, b, c);
    while (result == MOVED);
    return result;
}

struct taken descriptor_take(uint64_t pc, int fd, uint64_t limit, int stop, enum descriptor_user user)
{
    enum { MOST = 0x7ffff000 }; /* as in Linux */
    uint64_t packed = (uint16_t)fd | (uint64_t)stop << 16 | (limit < MOST ? limit : MOST) << 32;
    int64_t count = announce_named(pc, LIBCALL(TAKE) | ANNOUNCE_ORDER(user), fd, 0, 0, packed);
    return count < 0 ? (struct taken){.count = -1, .last = -1} : last_taken;
}

void descriptor_depends(uint64_t pc, int fd)
{
    const struct descriptor *named;
    do {
        named = descriptor_named(fd);
        announce_read_from(pc, named, sizeof *named);
    } while (named != descriptor_named(fd));
}

struct taken descriptor_take_at(uint64_t pc, int fd, uint64_t limit, int64_t from)
{
    descriptor_depends(pc, fd);
    int64_t count = (int64_t)announce_call_from(pc, take_at, (uint64_t)from, limit, (uint64_t)(int64_t)fd);
    return count < 0 ? (struct taken){.count = -1, .last = -1} : last_taken;
}

void descriptor_give(uint64_t pc, void *to, const struct taken *taken, unsigned zeros)
{
    uint64_t count = (uint64_t)taken->count;
    if (taken->count >= 0 && count + zeros > 0)
        announce_from(pc, OP_WRITE | ANNOUNCE_DETAIL(WRITE_FILE), to, count + zeros, taken->file, taken->offset, count);
}

int descriptor_close(uint64_t pc, int fd, enum descriptor_user user)
{
    uint32_t operation = mz__world.channels && user == BY_NUMBER ? OP_CHANNEL_CLOSE : LIBCALL(CLOSE);
    bool any = mz__world.copies && user == BY_NUMBER;
    return (int)announce_from(pc, operation, any ? mz__descriptors : descriptor_named(fd),
                              any ? sizeof mz__descriptors : sizeof(struct descriptor), 0, 0, (uint32_t)fd | (uint64_t)user << 32);
}

int64_t descriptor_seek(uint64_t pc, int fd, int64_t to, int whence, enum descriptor_user user)
{
    return announce_named(pc, LIBCALL(LSEEK) | ANNOUNCE_ORDER(user), fd, (uint64_t)to, 0, (uint32_t)fd | (uint64_t)(uint32_t)whence << 32);
}

int descriptor_unread(uint64_t pc, int fd, int byte)
{
    return (int)announce_from(pc, LIBCALL(UNREAD), descriptor_named(fd), sizeof(struct descriptor), 0, 0,
                              (uint32_t)fd | (uint64_t)(uint8_t)byte << 32);
}

bool descriptor_is_private(int fd)
{
    return fd > STDERR_FILENO && fd < DESCRIPTORS && descriptor_use(fd) == USE_BOTH && is_private(fd);
}

int64_t descriptor_put(uint64_t pc, int fd, const void *bytes, uint64_t count, uint64_t beyond, enum descriptor_user user)
{
    return announce_named(pc, LIBCALL(PUT) | ANNOUNCE_ORDER(user), fd, (uint64_t)bytes, count + beyond,
                          count | (uint64_t)fd << COUNT_BITS);
}

int descriptor_route(uint64_t pc, int fd)
{
    descriptor_depends(pc, fd);
    return descriptor_route_of_stream(fd);
}

int descriptor_route_of_stream(int fd)
{
    switch (descriptor_use_now(fd)) {
    case USE_WRITE: return fd;
    case USE_NONE:
    case USE_READ: return ROUTE_CLOSED;
    case USE_BOTH: return descriptor_is_private(fd) ? fd : ROUTE_REFUSED;
    default: return ROUTE_REFUSED;
    }
}

/* ---- names ------------------------------------------------------------------------------------------------------------- */

const char *descriptor_name(int fd)
{
    static char name[4096];
    char link[40], here[4096];
    uint64_t file = descriptor_named(fd)->file;
    if (private_is(file))
        return "a temporary file";
    const struct contents *c = file ? contents_of(file) : NULL;
    if (c && c->name)
        return c->name;
    text_format(link, sizeof link, "/proc/self/fd/%d", descriptor_in_kernel(fd));
    long length = raw_syscall(SYS_readlinkat, -100, (long)link, (long)name, sizeof name - 1, 0, 0); /* AT_FDCWD */
    name[length > 0 ? length : 0] = '\0';
    length = (long)text_copy(name, sizeof name, store_name(name));
    long ours = raw_syscall(SYS_getcwd, (long)here, sizeof here, 0, 0, 0, 0) - 1; /* with its end */
    bool below = ours > 0 && length > ours && memcmp(name, here, (size_t)ours) == 0 && name[ours] == '/';
    return below ? name + ours + 1 : name;
}
