/* opening.c - opening files in the search, with nothing done to the disk: whether it can be opened is asked of the kernel, a file to
 * be read is read (contents.h), one to be written is only remembered.
 *
 * A file that does not exist and is to be written stands for itself by its directory and name. Once a file is written, what the disk has
 * of it is not what the program would find: reading it is refused.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/raw.h"
#include "base/text.h"
#include "probe/argument.h"
#include "probe/errno.h"
#include "probe/files/descriptors.h"
#include "probe/files/private_files.h"
#include "probe/files/streams.h"
#include "probe/process/entropy.h"
#include "probe/thread/cancel.h"
#include "world/premise.h"
#include "world/setup/captured.h"
#include "world/world.h"

enum { MOST_WRITTEN = 64, OPEN_STREAM = 1 << 30 }; /* a flag that open() does not have */

static MODEL uint64_t written[MOST_WRITTEN]; /* files; 0: none from here on */
static MODEL uint64_t other_rights;          /* of them: who may use them has changed. A set of places in the list */
static MODEL uint64_t changed;               /* something was opened or closed, in the search */

bool descriptors_differ(void)
{
    return changed;
}

void descriptors_changed(void)
{
    if (!changed)
        mem_set(&changed, (uint64_t)1);
}

bool descriptors_write(void)
{
    return written[0] || private_has_names();
}

bool descriptor_is_written(uint64_t file)
{
    for (int i = 0; i < MOST_WRITTEN && written[i]; i++)
        if (written[i] == file)
            return true;
    return private_is(file) || private_named(file) || inherited_writes(file);
}

/* Its place in the list; MOST_WRITTEN: there is none left. */
static int note_written(uint64_t file)
{
    int i = 0;
    while (i < MOST_WRITTEN && written[i] && written[i] != file)
        i++;
    if (i < MOST_WRITTEN && !written[i])
        mem_set(&written[i], file);
    return i;
}

bool descriptor_rights_changed(uint64_t file)
{
    int i = note_written(file);
    if (i < MOST_WRITTEN)
        mem_set(&other_rights, other_rights | (uint64_t)1 << i);
    return i < MOST_WRITTEN;
}

static bool has_other_rights(uint64_t file)
{
    for (uint64_t rest = other_rights; rest; rest &= rest - 1)
        if (written[__builtin_ctzll(rest)] == file)
            return true;
    return false;
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
    int         directory, flags;
    const char *path;
    const char *refused; /* why, if it is */
    uint64_t    file;
    bool        nothing; /* /dev/null: what is written is gone */
    bool        status;  /* /proc/self/status */
};

static long kernel_open(const struct request *r, int flags)
{
    return captured_ask(SYS_openat, r->directory, (long)r->path, flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0);
}

static uint64_t text_number(const char *s, size_t size)
{
    uint64_t h = size;
    for (size_t i = 0; i < size; i++)
        h = (h ^ (unsigned char)s[i]) * 0x100000001b3ULL;
    return h;
}

/* The file is not there: what stands for it, if its directory is; a negative error if not. */
static long absent_file(struct request *r)
{
    char directory[4096] = ".";
    size_t size = strlen(r->path), name = size;
    while (name > 0 && r->path[name - 1] != '/')
        name--;
    if (name == size) /* nothing, or a directory */
        return size > 0 && (r->flags & O_CREAT) ? -EISDIR : -ENOENT;
    if (name >= sizeof directory)
        return -ENAMETOOLONG;
    if (name > 0) {
        memcpy(directory, r->path, name);
        directory[name] = '\0';
    }
    long fd = captured_ask(SYS_openat, r->directory, (long)directory, O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
    if (fd < 0)
        return fd;
    r->file = file_number(file_behind((int)fd).file, text_number(r->path + name, size - name));
    raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
    if (!(r->flags & O_CREAT) || descriptor_is_written(r->file))
        return 0;
    return captured_ask(SYS_faccessat, r->directory, (long)directory, W_OK | X_OK, 0);
}

static long find_absent(struct request *r)
{
    long found = absent_file(r);
    bool there = found == 0 && descriptor_is_written(r->file); /* for the program, which has made it */
    if (found < 0)
        return found;
    if (there && (r->flags & O_CREAT) && (r->flags & O_EXCL))
        return -EEXIST;
    if (!there && !(r->flags & O_CREAT))
        return -ENOENT;
    if (private_named(r->file))
        r->refused = "opening a temporary file by its name";
    else if ((r->flags & O_ACCMODE) != O_WRONLY)
        r->refused = there ? "reading a file that the program has written itself" : "making a file that is to be read";
    return 0;
}

/* For reading: its contents are kept. */
static long take_contents(struct request *r, int fd, struct file_kind kind)
{
    if (descriptor_is_written(kind.file))
        r->refused = "reading a file that the program has written itself";
    else if (r->flags & O_TRUNC)
        r->refused = "emptying a file that is to be read";
    else if (!contents_read(kind.file, fd))
        return -ENOMEM;
    return 0;
}

static const char in_proc[] = "opening a file of /proc that tells of a process";

/* Frameworks of tests ask there whether a debugger has started them. All else that the kernel says there is about the process of the
 * search. */
static bool is_status(const struct request *r)
{
    return text_equal(r->path, "/proc/self/status") && (r->flags & O_ACCMODE) == O_RDONLY;
}

static long find_status(struct request *r)
{
    r->status = true;
    r->file = file_number(0, text_number(r->path, strlen(r->path)));
    return contents_give(r->file, "TracerPid:\t0\n") ? 0 : -ENOMEM;
}

static long find_present(struct request *r, struct file_kind kind)
{
    int how = r->flags & O_ACCMODE;
    if ((r->flags & O_CREAT) && (r->flags & O_EXCL))
        return -EEXIST;
    if (!kind.regular && !kind.nothing)
        r->refused = "opening something other than a regular file";
    if (kind.process)
        r->refused = in_proc;
    if (r->refused)
        return 0;
    long fd = kernel_open(r, how | (r->flags & (O_NOFOLLOW | O_DIRECTORY)));
    if (fd < 0)
        return fd;
    r->file = kind.file;
    r->nothing = kind.nothing;
    contents_status(r->file, (int)fd);
    long result = how == O_WRONLY ? 0 : take_contents(r, (int)fd, kind);
    raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
    return result;
}

/* Negative: an error. Changes nothing but what is known of files. */
static long find(struct request *r)
{
    if (is_status(r))
        return find_status(r);
    long fd = kernel_open(r, O_PATH | (r->flags & (O_NOFOLLOW | O_DIRECTORY)));
    if (fd == -ENOENT && path_tells_of_process(r->path))
        r->refused = in_proc;
    if (fd == -ENOENT)
        return r->refused ? 0 : find_absent(r);
    if (fd < 0)
        return fd;
    struct file_kind kind = file_behind((int)fd);
    raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
    return find_present(r, kind);
}

static long find_and_tell(struct request *r)
{
    long result = find(r);
    contents_opened(r->directory, r->path);
    return result;
}

long descriptor_find(int directory, const char *path, int flags, uint64_t *file)
{
    struct request r = {.directory = directory, .path = path};
    contents_opened(directory, path);
    long fd = kernel_open(&r, O_PATH | flags);
    if (fd == -ENOENT) {
        long error = absent_file(&r);
        *file = r.file;
        return error < 0 ? error : descriptor_is_written(r.file) ? 0 : -ENOENT;
    }
    if (fd < 0)
        return fd;
    *file = file_behind((int)fd).file;
    contents_status(*file, (int)fd);
    raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
    return 0;
}

long descriptor_find_room(const char *path, uint64_t *file)
{
    struct request r = {.directory = AT_FDCWD, .path = path, .flags = O_RDWR | O_CREAT | O_EXCL};
    long error = find_and_tell(&r);
    *file = r.file;
    return error;
}

/* ---- semantics --------------------------------------------------------------------------------------------------------- */

static enum descriptor_use use_for(int flags)
{
    int how = flags & O_ACCMODE;
    return how == O_RDONLY ? USE_READ : how == O_WRONLY ? USE_WRITE : USE_BOTH;
}

/* addr2: path; arg[2]: flags and, in the upper half, the directory */
enum performed libcall_open(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    struct request r = {.directory = (int)(op->arg[2] >> 32), .flags = (int)(uint32_t)op->arg[2] & ~OPEN_STREAM,
                        .path = (const char *)op->addr2};
    if (r.flags & O_PATH)
        r.refused = "opening with O_PATH";
    for (int fd = 0; fd < 3; fd++)
        if (descriptor_is_closed(fd))
            r.refused = "opening a file after a standard stream was closed";
    long result = r.refused ? 0 : find_and_tell(&r), number = descriptor_free_number(0);
    bool writes = (r.flags & O_ACCMODE) == O_WRONLY && !r.nothing;
    if (result >= 0 && !r.refused && has_other_rights(r.file))
        r.refused = "opening a file again whose owner or permissions have changed";
    if (result >= 0 && number >= 0 && writes && !r.refused && note_written(r.file) == MOST_WRITTEN)
        r.refused = "writing more than 64 files";
    if (r.refused)
        return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0, "%s (%s) is supported only before the first thread or choice", r.refused,
                            r.path);
    result = result < 0 ? result : number;
    if (result < 0)
        return probe_fails(t, (int)-result);
    contents_name(r.file, r.path);
    if (r.status)
        premise_met(PREMISE_STATUS, op->pc);
    descriptors_changed();
    mem_will_write(&mz__descriptors[number], sizeof(struct descriptor));
    mz__descriptors[number] = (struct descriptor){.file = r.file, .position = 1, .use = (uint64_t)use_for(r.flags) + 1,
                                                   .stream = (op->arg[2] & OPEN_STREAM) != 0};
    t->result[0] = (uint64_t)number;
    return PERFORM_RESUME;
}

/* Which number it gets depends on all of them. */
int descriptor_open(uint64_t pc, int directory, const char *path, int flags, enum descriptor_user user)
{
    flags |= user == BY_STREAM ? OPEN_STREAM : 0;
    path = TEXT_ARGUMENT(pc, path);
    return (int)announce_from(pc, LIBCALL(OPEN), mz__descriptors, sizeof mz__descriptors, (uint64_t)path, argument_text_size(pc, path),
                              (uint32_t)flags | (uint64_t)(uint32_t)directory << 32);
}

/* ---- stand-ins ----------------------------------------------------------------------------------------------------------- */

static int open_by_number(uint64_t pc, int directory, const char *path, int flags)
{
    cancel_here(pc, CANCELS);
    return descriptor_open(pc, directory, path, flags, BY_NUMBER);
}

long descriptor_open_call(uint64_t pc, int directory, const char *path, int flags, unsigned mode)
{
    if (files_are_real())
        return entropy_opened(pc, REAL_AS(openat, int (*)(int, const char *, int, unsigned))(directory, path, flags, mode));
    return descriptor_open(pc, directory, path, flags, BY_NUMBER);
}

/* Third argument and all: what is not given is not looked at. */
#define OPEN(name, flags)                                                                                                \
    STAND_IN(int, name, const char *path, int given, unsigned mode)                                                      \
    {                                                                                                                    \
        if (files_are_real())                                                                                            \
            return entropy_opened(CALLER, REAL_AS(name, int (*)(const char *, int, unsigned))(path, given, mode));       \
        return open_by_number(CALLER, AT_FDCWD, path, flags);                                                            \
    }
OPEN(open, given)
OPEN(open64, given)
OPEN(__open_2, given)
OPEN(__open64_2, given)
OPEN(creat, O_WRONLY | O_CREAT | O_TRUNC)
OPEN(creat64, O_WRONLY | O_CREAT | O_TRUNC)

#define OPEN_AT(name)                                                                                                    \
    STAND_IN(int, name, int directory, const char *path, int given, unsigned mode)                                       \
    {                                                                                                                    \
        if (files_are_real())                                                                                            \
            return entropy_opened(CALLER, REAL_AS(name, int (*)(int, const char *, int, unsigned))(directory, path, given, mode)); \
        return open_by_number(CALLER, directory, path, given);                                                           \
    }
OPEN_AT(openat)
OPEN_AT(openat64)
OPEN_AT(__openat_2)
OPEN_AT(__openat64_2)
