/* opening.c - opening files in the search, with nothing done to the disk: whether it can be opened is asked of the kernel, a file to
 * be read is read (contents.h), one that is kept is copied (kept_files.h), any other that is to be written is only remembered.
 *
 * Once a file is written whose contents are not kept, what the disk has of it is not what the program would find: reading it is refused.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/raw.h"
#include "base/text.h"
#include "probe/argument.h"
#include "probe/errno.h"
#include "probe/files/descriptors.h"
#include "probe/files/file_places.h"
#include "probe/files/streams.h"
#include "probe/process/entropy.h"
#include "probe/thread/cancel.h"
#include "world/premise.h"
#include "world/setup/early_maps.h"
#include "world/world.h"

enum { OPEN_STREAM = 1 << 30 }; /* a flag that open() does not have */

static MODEL uint64_t changed; /* something was opened or closed, in the search */

bool descriptors_differ(void)
{
    return changed;
}

void descriptors_changed(void)
{
    if (!changed)
        mem_set(&changed, (uint64_t)1);
}

int descriptor_free_number(int from)
{
    for (int fd = from; fd < DESCRIPTORS; fd++)
        if (descriptor_use(fd) == USE_NONE)
            return fd;
    return -EMFILE;
}

/* ---- what would be opened ---------------------------------------------------------------------------------------------- */

struct request {
    struct place place;
    int          flags;
    bool         odd;               /* what is there cannot be opened */
    bool         captured;          /* what is written there goes nowhere */
    bool         kept;              /* it is kept from now on */
    bool         folder;            /* it is a directory: that is not read here */
    const struct contents *initial; /* with this, of a file on the disk */
};

static int access_of(const struct request *r)
{
    return r->flags & O_ACCMODE;
}

/* Frameworks of tests ask there whether a debugger has started them. All else that the kernel says there is about the process of the
 * search. */
static bool is_status(const struct request *r)
{
    return text_equal(r->place.path, "/proc/self/status") && access_of(r) == O_RDONLY;
}

static const char own_writes[] = "reading a file that the program has written itself";

/* Nothing is there: it is made. */
static long find_absent(struct request *r)
{
    if (!(r->flags & O_CREAT))
        return -ENOENT;
    if (!r->place.name)
        return -EISDIR;
    r->captured = access_of(r) == O_WRONLY && !mz__world.config.files_kept;
    r->kept = !r->captured;
    return place_may_change(&r->place);
}

/* What it holds, though it is to be opened for writing only. NULL: it cannot be read. */
static const struct contents *read_contents(const struct place *p)
{
    long fd = place_open(p, O_RDONLY);
    const struct contents *c = fd < 0 ? NULL : contents_read(p->file, (int)fd);
    if (fd >= 0)
        raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
    return c;
}

/* The kernel says whether it may be opened so. */
static long find_on_disk(struct request *r)
{
    struct place *p = &r->place;
    int how = access_of(r);
    uint64_t file = p->file;
    long fd = place_open(p, how | (r->flags & (O_NOFOLLOW | O_DIRECTORY)));
    if (fd < 0)
        return fd;
    raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
    bool keeps = !p->kind.nothing && (kept_now(file) || inherited_keeps(file) || how == O_RDWR || mz__world.config.files_kept);
    bool looks = how == O_RDONLY || keeps;
    r->captured = !looks && !p->kind.nothing;
    r->kept = keeps && how != O_RDONLY;
    if (looks && file_is_captured(file))
        p->refused = own_writes;
    else if (early_maps_shows(file) && (r->captured || r->flags & O_TRUNC))
        p->refused = "emptying or writing a file that is mapped";
    else if (looks && !(r->initial = read_contents(p)) && !r->kept)
        return -ENOMEM;
    if (r->kept && looks && !p->refused && !r->initial)
        p->refused = "keeping a file that cannot be read";
    return 0;
}

/* It has a name that the search has given it, and the permissions that it was made with. */
static long find_kept(struct request *r)
{
    const struct kept_file *f = kept_now(r->place.file);
    int how = access_of(r);
    unsigned wanted = how == O_RDONLY ? S_IRUSR : how == O_WRONLY ? S_IWUSR : S_IRUSR | S_IWUSR;
    bool all = raw_syscall(SYS_geteuid, 0, 0, 0, 0, 0, 0) == 0;
    r->kept = true;
    if (r->flags & O_DIRECTORY)
        return -ENOTDIR;
    return all || (f->mode & wanted) == wanted ? 0 : -EACCES;
}

static long find_folder(struct request *r)
{
    if (access_of(r) != O_RDONLY || r->flags & O_CREAT)
        return -EISDIR;
    long fd = place_open(&r->place, O_RDONLY);
    if (fd >= 0)
        raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
    r->folder = true;
    return fd < 0 ? fd : 0;
}

/* Negative: an error. Changes nothing but what is known of files. */
static long find(struct request *r)
{
    struct place *p = &r->place;
    if (is_status(r)) {
        p->file = file_number(0, path_number(p->path, strlen(p->path)));
        return contents_give(p->file, "TracerPid:\t0\n") ? 0 : -ENOMEM;
    }
    long error = place_look(p);
    size_t size = strlen(p->path);
    r->odd = p->refused;
    if (error == -ENOENT && r->flags & O_CREAT && size && p->path[size - 1] == '/')
        return -EISDIR;
    if (error < 0 || r->odd)
        return error;
    if (!p->file)
        return find_absent(r);
    if ((r->flags & O_CREAT) && (r->flags & O_EXCL))
        return -EEXIST;
    bool emptied = access_of(r) == O_RDONLY && r->flags & O_TRUNC;
    if (emptied)
        p->refused = "emptying a file that is to be read";
    if (p->kind.file && file_is_directory(p->file) && !emptied)
        return find_folder(r);
    if (p->kind.file && !p->kind.regular && !p->kind.nothing)
        p->refused = "opening something other than a regular file";
    if (p->refused)
        return 0;
    if (p->kind.file)
        return find_on_disk(r);
    if (kept_now(p->file))
        return find_kept(r);
    r->captured = true; /* the program has made it */
    if (access_of(r) != O_WRONLY)
        p->refused = own_writes;
    return 0;
}

/* What was read is told as such, and not once more as opened. */
static long find_and_tell(struct request *r)
{
    long error = find(r);
    contents_opened(r->place.directory, r->place.path);
    return error;
}

/* ---- semantics --------------------------------------------------------------------------------------------------------- */

static enum descriptor_use use_for(int flags)
{
    int how = flags & O_ACCMODE;
    return how == O_RDONLY ? USE_READ : how == O_WRONLY ? USE_WRITE : USE_BOTH;
}

/* Flags that F_GETFL tells; the kernel adds that files may be large. */
uint64_t descriptor_flags_kept(int flags)
{
    enum { LARGE = 0100000, TOLD = O_ACCMODE | O_APPEND | O_NONBLOCK | O_SYNC | O_DSYNC | O_NOATIME };
    return (uint64_t)((flags & TOLD) | LARGE) | (flags & O_CLOEXEC ? FLAG_CLOSES : 0);
}

static uint64_t links_of(const struct request *r)
{
    const struct contents *c = contents_of(r->place.file);
    return c && c->has_status ? c->status.st_nlink : 1;
}

/* The file is kept, if it is not yet, and emptied, if that is asked for. False: *otherwise is to be returned. */
static bool keep(struct thread *t, struct request *r, uint64_t mode, enum performed *otherwise)
{
    struct place *p = &r->place;
    struct kept_file *f = kept_now(p->file);
    bool empties = r->flags & O_TRUNC;
    if (!f && !p->file) {
        uint64_t mask = (uint64_t)raw_syscall(SYS_umask, 0, 0, 0, 0, 0, 0);
        raw_syscall(SYS_umask, (long)mask, 0, 0, 0, 0, 0);
        f = descriptor_keep(t, 0, NULL, 1, mode & ~mask & 07777, otherwise);
        if (f && !kept_name(p->name, f->number))
            return *otherwise = descriptor_refuse_size(t), false;
    } else if (!f)
        f = descriptor_keep(t, p->file, empties ? NULL : r->initial, links_of(r), contents_of(p->file)->status.st_mode & 07777, otherwise);
    if (!f)
        return false;
    if (p->file)
        contents_name(p->file, p->path);
    else {
        contents_name(p->name, p->path);
        mem_set(&f->called, p->name);
    }
    p->file = f->number;
    return !empties || kept_resize(f, 0);
}

enum { MODE_AT = 32, DIRECTORY_AT = 48 }; /* in arg[2] of LIBCALL_OPEN, above the flags */

/* addr2: path; arg[2]: flags, mode and directory */
enum performed libcall_open(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    struct request r = {.place = {.directory = (int16_t)(op->arg[2] >> DIRECTORY_AT), .path = (const char *)op->addr2},
                        .flags = (int)(uint32_t)op->arg[2] & ~OPEN_STREAM};
    struct place *p = &r.place;
    enum performed otherwise;
    p->flags = r.flags & (O_NOFOLLOW | O_DIRECTORY);
    if (r.flags & O_PATH)
        p->refused = "opening with O_PATH";
    for (int fd = 0; fd < 3; fd++)
        if (descriptor_is_closed(fd))
            p->refused = "opening a file after a standard stream was closed";
    long result = p->refused ? 0 : find_and_tell(&r), number = descriptor_free_number(0);
    if (result >= 0 && !p->refused && file_has_other_rights(p->file ? p->file : p->name))
        p->refused = "opening a file again whose owner or permissions have changed";
    if (result >= 0 && number >= 0 && r.captured && !p->refused && !file_capture(p->file ? p->file : p->name))
        p->refused = "writing more than 64 files";
    if (p->refused)
        return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0, "%s%s (%s) is supported only before the first thread or choice%s",
                            r.odd ? "opening " : "", p->refused, p->path, p->refused == own_writes ? " " KEEPS_WRITES : "");
    result = result < 0 ? result : number;
    if (result < 0)
        return probe_fails(t, (int)-result);
    if (r.kept && !keep(t, &r, op->arg[2] >> MODE_AT & 07777, &otherwise))
        return otherwise;
    if (r.captured && !p->file) {
        p->file = p->name;
        if (kept_named(p->name)) /* it was removed */
            kept_name(p->name, p->name);
    }
    if (!r.kept)
        contents_name(p->file, p->path);
    if (is_status(&r))
        premise_met(PREMISE_STATUS, op->pc);
    descriptors_changed();
    mem_will_write(&mz__descriptors[number], sizeof(struct descriptor));
    enum descriptor_use use = r.folder ? USE_OTHER : use_for(r.flags);
    mz__descriptors[number] = (struct descriptor){.file = p->file, .position = 1, .use = (uint64_t)use + 1,
                                                   .stream = (op->arg[2] & OPEN_STREAM) != 0, .flags = descriptor_flags_kept(r.flags)};
    t->result[0] = (uint64_t)number;
    return PERFORM_RESUME;
}

/* The number that it gets depends on all of them. */
int descriptor_open(uint64_t pc, int directory, const char *path, int flags, unsigned mode, enum descriptor_user user)
{
    flags |= user == BY_STREAM ? OPEN_STREAM : 0;
    mode = flags & O_CREAT ? mode & 07777 : 0;
    path = TEXT_ARGUMENT(pc, path);
    return (int)announce_from(pc, LIBCALL(OPEN), mz__descriptors, sizeof mz__descriptors, (uint64_t)path, argument_text_size(pc, path),
                              (uint32_t)flags | (uint64_t)mode << MODE_AT | (uint64_t)(uint16_t)directory << DIRECTORY_AT);
}

/* ---- stand-ins ----------------------------------------------------------------------------------------------------------- */

static int open_by_number(uint64_t pc, int directory, const char *path, int flags, unsigned mode)
{
    cancel_here(pc, CANCELS);
    return descriptor_open(pc, directory, path, flags, mode, BY_NUMBER);
}

long descriptor_open_call(uint64_t pc, int directory, const char *path, int flags, unsigned mode)
{
    if (files_are_real())
        return entropy_opened(pc, REAL_AS(openat, int (*)(int, const char *, int, unsigned))(directory, path, flags, mode));
    return descriptor_open(pc, directory, path, flags, mode, BY_NUMBER);
}

/* Third argument and all: what is not given is not looked at. */
#define OPEN(name, flags, rights)                                                                                                \
    STAND_IN(int, name, const char *path, int given, unsigned mode)                                                      \
    {                                                                                                                    \
        if (files_are_real())                                                                                            \
            return entropy_opened(CALLER, REAL_AS(name, int (*)(const char *, int, unsigned))(path, given, mode));       \
        return open_by_number(CALLER, AT_FDCWD, path, flags, rights);                                                            \
    }
OPEN(open, given, mode)
OPEN(open64, given, mode)
OPEN(__open_2, given, mode)
OPEN(__open64_2, given, mode)
OPEN(creat, O_WRONLY | O_CREAT | O_TRUNC, (unsigned)given)
OPEN(creat64, O_WRONLY | O_CREAT | O_TRUNC, (unsigned)given)

#define OPEN_AT(name)                                                                                                    \
    STAND_IN(int, name, int directory, const char *path, int given, unsigned mode)                                       \
    {                                                                                                                    \
        if (files_are_real())                                                                                            \
            return entropy_opened(CALLER, REAL_AS(name, int (*)(int, const char *, int, unsigned))(directory, path, given, mode)); \
        return open_by_number(CALLER, directory, path, given, mode);                                                           \
    }
OPEN_AT(openat)
OPEN_AT(openat64)
OPEN_AT(__openat_2)
OPEN_AT(__openat64_2)
