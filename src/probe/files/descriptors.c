/* descriptors.c - see descriptors.h; opening is in opening.c. */
#include "probe/files/descriptors.h"

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/raw.h"
#include "base/text.h"
#include "probe/errno.h"
#include "probe/files/kept_files.h"
#include "probe/files/route.h"
#include "world/setup/store.h"
#include "world/world.h"

MODEL struct descriptor mz__descriptors[FILE_ENTRIES];
MODEL uint64_t mz__closed[3];

/* What set-up has left open to be written is kept from the first write on: until then it stands for all such files. */
static MODEL uint64_t to_be_kept;

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

/* ---- what is kept ------------------------------------------------------------------------------------------------------ */

struct kept_file *descriptor_keep(struct thread *t, uint64_t file, const struct contents *c, uint64_t links, uint64_t mode,
                                  enum performed *otherwise)
{
    bool room = kept_has_room() && (!c || c->size <= KEPT_BYTES);
    struct kept_file *f = room ? kept_make(file, links, mode, file) : NULL;
    if (f && c)
        kept_fill(f, c->bytes, c->size);
    if (!f)
        *otherwise = descriptor_refuse_size(t);
    return f;
}

enum performed descriptor_refuse_size(struct thread *t)
{
    return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0, "keeping more than %d files, or %d bytes in one, or cutting one that is "
                        "mapped, or writing one that is mapped privately or since set-up or was changed behind its end, is supported only "
                        "before the first thread or choice", KEPT_FILES, KEPT_BYTES);
}

struct kept_file *descriptor_kept(struct thread *t, int fd, enum performed *otherwise)
{
    uint64_t file = descriptor_file_of(descriptor_entry(fd));
    struct kept_file *f = kept_now(file);
    if (f)
        return f;
    if (!inherited_keeps(file)) {
        *otherwise = world_report(t, FAULT_REFUSED, 0, 0, "a descriptor that names another file while it is used is not supported");
        return NULL;
    }
    int known = inherited_keeper(file);
    const struct contents *c = contents_read(file, known);
    const struct stat *status = c ? contents_status(file, known) : NULL;
    if (!status) {
        *otherwise = probe_fails(t, ENOMEM);
        return NULL;
    }
    return descriptor_keep(t, file, c, status->st_nlink, status->st_mode & 07777, otherwise);
}

bool descriptor_keeps(int fd)
{
    if (fd <= STDERR_FILENO || fd >= DESCRIPTORS || !(descriptor_use(fd) & USE_WRITE))
        return false;
    uint64_t file = descriptor_file_of(descriptor_entry(fd));
    return kept_now(file) || inherited_keeps(file);
}

bool descriptor_is_kept(int fd)
{
    bool kept = descriptor_keeps(fd);
    probe_wipe_stack();
    return kept;
}

int descriptor_of_file(uint64_t file, int from)
{
    for (int entry = from; entry < FILE_ENTRIES; entry++)
        if (descriptor_use_of(entry) & USE_BOTH && descriptor_file_of(entry) == file)
            return entry;
    return -1;
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
    d->flags = descriptor_flags_of(fd);
    d->use = (uint64_t)use + 1;
    d->stream = STREAM_EVEN;
    t->result[0] = 0;
    return PERFORM_RESUME;
}

/* ---- for stand-ins ----------------------------------------------------------------------------------------------------- */

/* What an operation touches beside the descriptor. */
static struct range {
    const void *at;
    uint64_t    size;
} beside(int fd)
{
    uint64_t file = fd < 0 || fd >= DESCRIPTORS ? 0 : descriptor_file_of(descriptor_entry(fd));
    const struct kept_file *f = kept_now(file);
    if (f)
        return (struct range){f, sizeof *f};
    return inherited_keeps(file) ? (struct range){&to_be_kept, sizeof to_be_kept} : (struct range){NULL, 0};
}

/* The call is to be announced anew. */
enum { MOVED = INT64_MIN };

/* For those who ask from a stand-in: the frames of this are gone without a trace. */
bool descriptor_may_change(int fd)
{
    bool may = beside(fd).at;
    probe_wipe_stack();
    return may;
}

bool descriptor_has_moved(struct thread *t, const struct op *op, int fd)
{
    bool moved = op->addr != (uint64_t)descriptor_named(fd) || op->addr2 != (uint64_t)beside(fd).at;
    if (moved)
        t->result[0] = (uint64_t)MOVED;
    return moved;
}

int64_t descriptor_announce(uint64_t pc, uint32_t operation, int fd, uint64_t operand)
{
    int64_t result;
    do {
        struct range also = beside(fd);
        probe_wipe_stack();
        result = (int64_t)announce_from(pc, operation, descriptor_named(fd), sizeof(struct descriptor), (uint64_t)also.at, also.size,
                                        operand);
    } while (result == MOVED);
    return result;
}

void descriptor_depends(uint64_t pc, int fd)
{
    const struct descriptor *named;
    do {
        named = descriptor_named(fd);
        announce_read_from(pc, named, sizeof *named);
    } while (named != descriptor_named(fd));
}

int descriptor_close(uint64_t pc, int fd, enum descriptor_user user)
{
    uint32_t operation = mz__world.channels && user == BY_NUMBER ? OP_CHANNEL_CLOSE : LIBCALL(CLOSE);
    bool any = mz__world.copies && user == BY_NUMBER;
    return (int)announce_from(pc, operation, any ? mz__descriptors : descriptor_named(fd),
                              any ? sizeof mz__descriptors : sizeof(struct descriptor), 0, 0, (uint32_t)fd | (uint64_t)user << 32);
}

static int route_of(int fd)
{
    switch (descriptor_use_now(fd)) {
    case USE_WRITE: return fd;
    case USE_NONE:
    case USE_READ: return ROUTE_CLOSED;
    case USE_BOTH: return descriptor_keeps(fd) ? fd : ROUTE_REFUSED;
    default: return ROUTE_REFUSED;
    }
}

int descriptor_route_of_stream(int fd)
{
    int route = route_of(fd);
    probe_wipe_stack();
    return route;
}

int descriptor_route(uint64_t pc, int fd)
{
    descriptor_depends(pc, fd);
    return descriptor_route_of_stream(fd);
}

/* ---- names ------------------------------------------------------------------------------------------------------------- */

const char *descriptor_name(int fd)
{
    static char name[4096];
    char link[40], here[4096];
    uint64_t file = descriptor_named(fd)->file;
    const struct kept_file *f = kept_now(file);
    const struct contents *c = file ? contents_of(f ? f->called : file) : NULL;
    if (c && c->name)
        return c->name;
    if (f && file % 2 == 0)
        return "a temporary file";
    text_format(link, sizeof link, "/proc/self/fd/%d", descriptor_in_kernel(fd));
    long length = raw_syscall(SYS_readlinkat, -100, (long)link, (long)name, sizeof name - 1, 0, 0); /* AT_FDCWD */
    name[length > 0 ? length : 0] = '\0';
    length = (long)text_copy(name, sizeof name, store_name(name));
    long ours = raw_syscall(SYS_getcwd, (long)here, sizeof here, 0, 0, 0, 0) - 1; /* with its end */
    bool below = ours > 0 && length > ours && memcmp(name, here, (size_t)ours) == 0 && name[ours] == '/';
    return below ? name + ours + 1 : name;
}
