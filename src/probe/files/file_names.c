/* file_names.c - files by their names: removed, renamed, cut (file_places.h). The disk stays as it is. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/raw.h"
#include "probe/argument.h"
#include "probe/channels/socket_names.h"
#include "probe/errno.h"
#include "probe/files/descriptors.h"
#include "probe/files/file_places.h"
#include "probe/refuse.h"
#include "world/setup/captured.h"
#include "world/world.h"

static enum performed refused(struct thread *t, const char *what, const struct place *p)
{
    return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0, "%s (%s) is supported only before the first thread or choice", what, p->path);
}

static bool is_directory(const struct place *p)
{
    return file_is_directory(p->kind.file);
}

/* A file of the disk's that has other names, or is open, or gets another name: what becomes of it is known of one that is kept only.
 * NULL: *otherwise is to be returned. */
static struct kept_file *keep_file(struct thread *t, struct place *p, enum performed *otherwise)
{
    struct kept_file *f = kept_now(p->file);
    if (f)
        return f;
    if (!p->kind.regular || file_is_captured(p->file)) {
        *otherwise = refused(t, p->kind.regular || !p->kind.file
                                    ? "changing the name or the length of a file that is written " KEEPS_WRITES
                                    : "changing the name or the length of something other than a regular file", p);
        return NULL;
    }
    long fd = place_open(p, O_RDONLY);
    const struct contents *c = fd < 0 ? NULL : contents_read(p->file, (int)fd);
    const struct stat *status = c ? contents_status(p->file, (int)fd) : NULL;
    if (fd >= 0)
        raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
    if (!status || (status->st_uid != (uid_t)raw_syscall(SYS_geteuid, 0, 0, 0, 0, 0, 0) && status->st_uid != 0)) {
        *otherwise = refused(t, "changing the name or the length of a file that cannot be read, or is another user's", p);
        return NULL;
    }
    contents_name(p->file, p->path);
    return descriptor_keep(t, p->file, c, status->st_nlink, status->st_mode & 07777, otherwise);
}

/* ---- removing ------------------------------------------------------------------------------------------------------------- */

static bool has_other_names(const struct place *p)
{
    const struct contents *c = contents_of(p->file);
    return c && c->has_status && c->status.st_nlink > 1;
}

/* The file has lost a name. */
static void unlinked(struct kept_file *f)
{
    mem_set(&f->links, f->links - 1);
    kept_settle(f, descriptor_of_file(f->number, 0) >= 0);
}

/* addr2: path */
enum performed libcall_unlink(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    struct place p = {.directory = AT_FDCWD, .flags = O_NOFOLLOW, .path = (const char *)op->addr2};
    enum performed otherwise;
    long error = place_find(&p);
    t->result[0] = 0;
    if (p.refused)
        return refused(t, p.refused, &p);
    if (error == 0 && !p.file && socket_path_remove(p.name))
        return PERFORM_RESUME;
    if (error == 0 && p.file)
        error = is_directory(&p) ? op->arg[2] ? 0 : -EISDIR : place_may_change(&p);
    if (error < 0 || !p.file)
        return probe_fails(t, error < 0 ? (int)-error : ENOENT);
    if (is_directory(&p))
        return refused(t, "removing a directory", &p);
    bool open = descriptor_of_file(p.file, 0) >= 0 && !file_is_captured(p.file);
    struct kept_file *f = kept_now(p.file);
    if (!f && (open || has_other_names(&p)) && !(f = keep_file(t, &p, &otherwise)))
        return otherwise;
    if (!kept_name(p.name, KEPT_GONE))
        return descriptor_refuse_size(t);
    if (f)
        unlinked(f);
    return PERFORM_RESUME;
}

/* ---- renaming -------------------------------------------------------------------------------------------------------------- */

/* What is wrong with giving `from` the name `to`; 0: nothing. */
static long rename_fails(const struct place *from, const struct place *to)
{
    long error;
    if (!from->file)
        return -ENOENT;
    if ((error = place_may_change(from)) < 0 || (error = place_may_change(to)) < 0)
        return error;
    return is_directory(to) && !is_directory(from) ? -EISDIR : 0;
}

/* addr2: the old name; arg[2]: the new one, which is the stand-in's */
enum performed libcall_rename(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    struct place from = {.directory = AT_FDCWD, .flags = O_NOFOLLOW, .path = (const char *)op->addr2};
    struct place to = {.directory = AT_FDCWD, .flags = O_NOFOLLOW, .path = (const char *)op->arg[2]};
    enum performed otherwise;
    long error = place_find(&from);
    error = error < 0 ? error : place_find(&to);
    const struct place *odd = from.refused ? &from : &to;
    if (odd->refused)
        return refused(t, odd->refused, odd);
    if (error == 0 && (!from.name || !to.name))
        return refused(t, "renaming a directory", from.name ? &to : &from);
    error = error < 0 ? error : rename_fails(&from, &to);
    if (error < 0)
        return probe_fails(t, (int)-error);
    t->result[0] = 0;
    if (from.file == to.file)
        return PERFORM_RESUME;
    if (is_directory(&from) || is_directory(&to))
        return refused(t, "renaming a directory", &from);
    struct kept_file *f = keep_file(t, &from, &otherwise), *gone = f && to.file ? keep_file(t, &to, &otherwise) : NULL;
    if (!f || (to.file && !gone))
        return otherwise;
    if (!kept_name(from.name, KEPT_GONE) || !kept_name(to.name, f->number))
        return descriptor_refuse_size(t);
    if (gone)
        unlinked(gone);
    contents_name(to.name, to.path);
    mem_set(&f->called, to.name);
    return PERFORM_RESUME;
}

/* ---- cutting ----------------------------------------------------------------------------------------------------------------- */

/* addr2: path; arg[2]: length */
enum performed libcall_truncate(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    struct place p = {.directory = AT_FDCWD, .path = (const char *)op->addr2};
    enum performed otherwise;
    long error = (int64_t)op->arg[2] < 0 ? -EINVAL : place_find(&p);
    if (p.refused)
        return refused(t, p.refused, &p);
    if (error == 0)
        error = !p.file ? -ENOENT : is_directory(&p) ? -EISDIR : 0;
    if (error == 0 && p.kind.file)
        error = captured_ask(SYS_faccessat, p.directory, (long)p.path, W_OK, 0);
    if (error < 0)
        return probe_fails(t, (int)-error);
    t->result[0] = 0;
    if (file_is_captured(p.file))
        return PERFORM_RESUME;
    struct kept_file *f = keep_file(t, &p, &otherwise);
    if (!f)
        return otherwise;
    return kept_resize(f, op->arg[2]) ? PERFORM_RESUME : descriptor_refuse_size(t);
}

/* ---- stand-ins ------------------------------------------------------------------------------------------------------------------ */

static int by_name(uint64_t pc, uint32_t operation, const char *path, uint64_t operand)
{
    path = TEXT_ARGUMENT(pc, path);
    return (int)announce_from(pc, operation, mz__descriptors, sizeof mz__descriptors, (uint64_t)path, argument_text_size(pc, path),
                              operand);
}

/* In set-up the model's files are those of sockets only. */
static bool is_sockets(const char *path)
{
    return probe_active(NULL) && mz__world.channels && socket_path_is_ours(path);
}

#define REMOVE(name, directories)                                                         \
    STAND_IN(int, name, const char *path)                                                 \
    {                                                                                     \
        if (files_are_real() && !is_sockets(path))                                        \
            return REAL_AS(name, int (*)(const char *))(path);                            \
        return by_name(CALLER, LIBCALL(UNLINK), path, directories);                       \
    }
REMOVE(unlink, 0)
REMOVE(remove, 1)

static int rename_here(uint64_t pc, const char *from, const char *to)
{
    to = TEXT_ARGUMENT(pc, to);
    return by_name(pc, LIBCALL(RENAME), from, (uint64_t)to);
}

STAND_IN(int, rename, const char *from, const char *to)
{
    if (files_are_real())
        return REAL_AS(rename, int (*)(const char *, const char *))(from, to);
    return rename_here(CALLER, from, to);
}

/* Names below the current directory, or absolute ones. */
STAND_IN(int, unlinkat, int directory, const char *path, int flags)
{
    if (files_are_real())
        return REAL_AS(unlinkat, int (*)(int, const char *, int))(directory, path, flags);
    if (directory != AT_FDCWD || flags)
        return (int)probe_refused_later(flags ? "unlinkat with flags" : "unlinkat below a directory's descriptor");
    return by_name(CALLER, LIBCALL(UNLINK), path, 0);
}

STAND_IN(int, renameat, int directory, const char *from, int other, const char *to)
{
    if (files_are_real())
        return REAL_AS(renameat, int (*)(int, const char *, int, const char *))(directory, from, other, to);
    if (directory != AT_FDCWD || other != AT_FDCWD)
        return (int)probe_refused_later("renameat below a directory's descriptor");
    return rename_here(CALLER, from, to);
}

STAND_IN(int, renameat2, int directory, const char *from, int other, const char *to, unsigned flags)
{
    if (files_are_real())
        return REAL_AS(renameat2, int (*)(int, const char *, int, const char *, unsigned))(directory, from, other, to, flags);
    if (directory != AT_FDCWD || other != AT_FDCWD || flags)
        return (int)probe_refused_later(flags ? "renameat2 with flags" : "renameat2 below a directory's descriptor");
    return rename_here(CALLER, from, to);
}

#define TRUNCATE(name, offset)                                                                     \
    STAND_IN(int, name, const char *path, offset length)                                           \
    {                                                                                              \
        if (files_are_real())                                                                      \
            return REAL_AS(name, int (*)(const char *, offset))(path, length);                     \
        return by_name(CALLER, LIBCALL(TRUNCATE), path, (uint64_t)length);                         \
    }
TRUNCATE(truncate, off_t)
TRUNCATE(truncate64, off64_t)
