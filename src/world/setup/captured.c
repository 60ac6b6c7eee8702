/* captured.c - see captured.h. Handlers run on a stack of their own; nothing here calls libc. */
#include "world/setup/captured.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <ucontext.h>

#include "base/raw.h"
#include "base/text.h"
#include "world/setup/settled.h"
#include "world/setup/store.h"
#include "world/setup/told_files.h"

struct call {
    long number;
    long arg[6];
};

extern char __start_mzraw[], __stop_mzraw[]; /* raw_syscall */

static struct wire *told; /* NULL: nothing is captured */

static long make(const struct call *c)
{
    return raw_syscall(c->number, c->arg[0], c->arg[1], c->arg[2], c->arg[3], c->arg[4], c->arg[5]);
}

static long cannot(const char *what)
{
    if (!told->uncaptured[0])
        text_copy(told->uncaptured, sizeof told->uncaptured, what);
    return -EPERM;
}

/* The answer may be another one in the next process, and no file tells whether it is. */
static void ask_outside(const char *what)
{
    if (told->config.inputs && !told->asked[0])
        text_copy(told->asked, sizeof told->asked, what);
}

/* ---- a file ------------------------------------------------------------------------------------------------------------ */

enum kind { NOTHING, REGULAR, DIRECTORY, LINK, OTHER };

struct file {
    char      path[STORE_PATH], place[STORE_PATH];
    bool      stored;
    bool      beside; /* named by a path from a directory of the store, which has other neighbours there */
    enum kind kind;
    mode_t    mode;
};

static void look(struct file *f)
{
    struct stat s;
    f->stored = store_place(f->path, f->place);
    long result = raw_syscall(SYS_newfstatat, AT_FDCWD, (long)f->place, (long)&s, AT_SYMLINK_NOFOLLOW, 0, 0);
    f->kind = result < 0 ? NOTHING : S_ISREG(s.st_mode) ? REGULAR : S_ISDIR(s.st_mode) ? DIRECTORY : S_ISLNK(s.st_mode) ? LINK : OTHER;
    f->mode = result < 0 ? 0 : s.st_mode & 07777;
}

/* May something be made in its directory, or removed from there? Negative: no. */
static long directory_allows(const struct file *f)
{
    char parent[STORE_PATH], place[STORE_PATH];
    text_copy(parent, sizeof parent, f->path);
    size_t at = strlen(parent);
    while (at > 0 && parent[at] != '/')
        at--;
    parent[at > 0 ? at : 1] = '\0';
    store_place(parent, place);
    return raw_syscall(SYS_faccessat, AT_FDCWD, (long)place, W_OK | X_OK, 0, 0, 0);
}

static bool copy_bytes(long from, long to)
{
    static char part[64 << 10];
    long got;
    while ((got = raw_syscall(SYS_read, from, (long)part, sizeof part, 0, 0, 0)) > 0)
        if (raw_write((int)to, part, (size_t)got) != got)
            return false;
    return got == 0;
}

static long copy(const char *from, const char *to, mode_t mode, bool empty)
{
    long in = raw_syscall(SYS_openat, AT_FDCWD, (long)from, O_RDONLY | O_CLOEXEC, 0, 0, 0);
    long out = raw_syscall(SYS_openat, AT_FDCWD, (long)to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600, 0, 0);
    bool copied = out >= 0 && (empty || (in >= 0 && copy_bytes(in, out)));
    if (out >= 0) {
        raw_syscall(SYS_fchmod, out, mode, 0, 0, 0, 0);
        raw_syscall(SYS_close, out, 0, 0, 0, 0, 0);
    }
    if (in >= 0)
        raw_syscall(SYS_close, in, 0, 0, 0, 0, 0);
    return copied ? 0 : in < 0 && !empty ? in : -ENOSPC;
}

/* Its place is in the store from now on, and holds what the file holds, or nothing. */
enum how { WITH_CONTENTS, EMPTIED, GONE };
static long take(struct file *f, enum how how)
{
    char before[STORE_PATH];
    if (f->stored)
        return 0;
    text_copy(before, sizeof before, f->place);
    if (!store_make())
        return cannot("writing to files, while there is no other place for them");
    if (!store_add(f->path, f->place))
        return cannot("more files than there is room for");
    f->stored = true;
    return f->kind == REGULAR && how != GONE ? copy(before, f->place, f->mode, how == EMPTIED) : 0;
}

/* The file that arguments `at` and `at` + 1 name: 0, or a negative error. STORE_LEFT_ALONE: none of ours. */
static long find(const struct call *c, int at, bool follow, struct file *f)
{
    const char *path = (const char *)c->arg[at + 1];
    long asked = raw_syscall(SYS_faccessat, c->arg[at], (long)path, F_OK, 0, 0, 0);
    if (asked == -EFAULT || asked == -ENAMETOOLONG || (asked < 0 && !*path))
        return asked;
    long result = store_resolve((int)c->arg[at], path, follow, f->path);
    if (result == 0)
        look(f);
    f->beside = *path != '/' && store_is_base((int)c->arg[at]);
    if (told->config.inputs && (result < 0 || !f->stored))
        told_files_asked(told, (int)c->arg[at], path);
    return result;
}

static void lead(struct call *c, int at, const struct file *f)
{
    c->arg[at] = AT_FDCWD;
    c->arg[at + 1] = (long)f->place;
}

/* Path of a descriptor by the kernel; "" if it has none. */
static void path_of(long fd, char *place)
{
    char link[40];
    text_format(link, sizeof link, "/proc/self/fd/%d", (int)fd);
    long length = raw_syscall(SYS_readlinkat, AT_FDCWD, (long)link, (long)place, STORE_PATH - 1, 0, 0);
    place[length > 0 && place[0] == '/' ? length : 0] = '\0';
}

/* ---- calls -------------------------------------------------------------------------------------------------------------- */

static struct file first, second; /* handlers are not interrupted by handlers */

/* It only asks. */
static long ask(struct call *c, bool follow)
{
    long result = find(c, 0, follow, &first);
    if (result < 0)
        return result;
    if (result == 0 && (first.stored || first.beside))
        lead(c, 0, &first);
    else
        first.place[0] = '\0';
    return make(c);
}

/* The status of what is named, or of the descriptor. */
/* Size, links and times of a folder change with all that is made in it, but of one that set-up has made. */
static void ask_of_folder(mode_t mode)
{
    if (S_ISDIR(mode) && !store_holds(first.place))
        ask_outside("the status of a folder");
}

static long ask_status(struct call *c, long flags, bool named)
{
    long result = named ? ask(c, !(flags & AT_SYMLINK_NOFOLLOW)) : make(c);
    struct statx *wide = (struct statx *)c->arg[4];
    struct stat *status = (struct stat *)c->arg[c->number == SYS_fstat ? 1 : 2];
    if (!named)
        path_of(c->arg[0], first.place);
    if (result < 0)
        return result;
    if (c->number == SYS_statx)
        settle_statx(wide, first.place);
    else
        settle_stat(status, first.place);
    ask_of_folder(c->number == SYS_statx ? wide->stx_mode : status->st_mode);
    return result;
}

static long open_file(struct call *c, int flags)
{
    bool writes = (flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC);
    bool makes = (flags & O_CREAT) && (flags & O_EXCL);
    if (!writes || (flags & O_PATH) || (flags & O_TMPFILE) == O_TMPFILE)
        return ask(c, !(flags & O_NOFOLLOW));
    long result = find(c, 0, !makes && !(flags & O_NOFOLLOW), &first);
    if (result < 0 || result == STORE_LEFT_ALONE)
        return result < 0 ? result : make(c);
    if (makes && first.kind != NOTHING)
        return -EEXIST;
    if (first.kind == NOTHING && !first.stored)
        result = flags & O_CREAT ? directory_allows(&first) : -ENOENT;
    else if (first.kind == REGULAR && !first.stored && (flags & O_ACCMODE) != O_RDONLY)
        result = raw_syscall(SYS_faccessat, AT_FDCWD, (long)first.place, W_OK, 0, 0, 0);
    if (result == 0 && (first.kind == NOTHING || first.kind == REGULAR))
        result = take(&first, flags & O_TRUNC ? EMPTIED : WITH_CONTENTS);
    lead(c, 0, &first);
    return result < 0 ? result : make(c);
}

/* It changes the file itself: how long it is, who may use it, when it was used. */
static long change(struct call *c, bool follow)
{
    long result = find(c, 0, follow, &first);
    if (result < 0 || result == STORE_LEFT_ALONE || first.kind == NOTHING)
        return result < 0 ? result : make(c);
    if (!first.stored && first.kind != REGULAR)
        return cannot("changing attributes of something other than a regular file");
    result = take(&first, WITH_CONTENTS);
    lead(c, 0, &first);
    return result < 0 ? result : make(c);
}

/* The same by a descriptor. */
static long change_open(struct call *c)
{
    char place[STORE_PATH];
    struct stat s;
    path_of(c->arg[0], place);
    bool file = raw_syscall(SYS_newfstatat, c->arg[0], (long)"", (long)&s, AT_EMPTY_PATH, 0, 0) == 0 &&
                (S_ISREG(s.st_mode) || S_ISDIR(s.st_mode)) && place[0] == '/';
    if (!file || store_holds(place) || s.st_nlink == 0)
        return make(c);
    return cannot("changing attributes of a file that is open for reading");
}

/* At argument `at`, something is made. */
static long make_file(struct call *c, int at)
{
    long result = find(c, at, false, at ? &second : &first);
    struct file *f = at ? &second : &first;
    if (result < 0 || result == STORE_LEFT_ALONE)
        return result < 0 ? result : make(c);
    if (f->kind != NOTHING)
        return -EEXIST;
    result = f->stored ? 0 : directory_allows(f);
    result = result < 0 ? result : take(f, GONE);
    lead(c, at, f);
    return result < 0 ? result : make(c);
}

static long remove_file(struct call *c)
{
    bool directory = c->arg[2] & AT_REMOVEDIR;
    long result = find(c, 0, false, &first);
    if (result < 0 || result == STORE_LEFT_ALONE || first.stored) {
        lead(c, 0, &first);
        return result < 0 ? result : make(c);
    }
    if (first.kind == NOTHING || directory != (first.kind == DIRECTORY))
        return first.kind == NOTHING ? -ENOENT : directory ? -ENOTDIR : -EISDIR;
    if (directory)
        return cannot("removing a directory that was there before");
    result = directory_allows(&first);
    return result < 0 ? result : take(&first, GONE);
}

/* Both names: what the first one is gets into the store, and the second one a place there. */
static long rename_file(struct call *c)
{
    long result = find(c, 0, false, &first), other = find(c, 2, false, &second);
    if (result < 0 || other < 0)
        return result < 0 ? result : other;
    if (result == STORE_LEFT_ALONE || other == STORE_LEFT_ALONE)
        return cannot("renaming to or from a device");
    if (first.kind == NOTHING)
        return -ENOENT;
    if ((!first.stored && first.kind != REGULAR) || (!second.stored && second.kind == DIRECTORY))
        return cannot("renaming something other than a regular file");
    if ((c->arg[4] & 1) && second.kind != NOTHING) /* RENAME_NOREPLACE */
        return -EEXIST;
    result = first.stored ? 0 : directory_allows(&first);
    result = result < 0 || second.stored ? result : directory_allows(&second);
    result = result < 0 ? result : take(&first, WITH_CONTENTS);
    result = result < 0 ? result : take(&second, GONE);
    lead(c, 0, &first);
    lead(c, 2, &second);
    return result < 0 ? result : make(c);
}

static long link_file(struct call *c)
{
    long result = find(c, 0, c->arg[4] & AT_SYMLINK_FOLLOW, &first);
    if (result < 0)
        return result;
    if (result == STORE_LEFT_ALONE || first.kind == NOTHING)
        return result == 0 ? -ENOENT : cannot("a link to a device");
    if (!first.stored && first.kind != REGULAR)
        return cannot("a link to something other than a regular file");
    result = take(&first, WITH_CONTENTS);
    lead(c, 0, &first);
    return result < 0 ? result : make_file(c, 2);
}

/* Entries of the directory would be those of the disk. */
static long list(struct call *c)
{
    char place[STORE_PATH];
    path_of(c->arg[0], place);
    if (!store_holds(place) && store_has_changed_in(place))
        return cannot("listing a directory in which files were made or removed");
    ask_outside("what is in a directory");
    return make(c);
}

/* The path is the first argument. */
static long with_path_only(struct call *c)
{
    struct call with = {c->number, {AT_FDCWD, c->arg[0]}};
    long result = find(&with, 0, true, &first);
    if (c->number == SYS_statfs)
        ask_outside("how full a file system is");
    if (result == 0 && c->number == SYS_truncate && first.kind == REGULAR)
        result = take(&first, WITH_CONTENTS);
    if (result == 0 && (first.stored || first.beside))
        c->arg[0] = (long)first.place;
    return result < 0 ? result : make(c);
}

/* The kernel's length includes the end. */
static long ask_directory(struct call *c)
{
    char place[STORE_PATH];
    long result = raw_syscall(SYS_getcwd, (long)place, sizeof place, 0, 0, 0, 0);
    if (result < 0 || !store_holds(place))
        return make(c);
    const char *name = store_name(place);
    size_t size = strlen(name) + 1;
    if (size > (size_t)c->arg[1])
        return -ERANGE;
    memcpy((char *)c->arg[0], name, size);
    return (long)size;
}

/* It has no path: other processes, the network and the machine answer. */
static long ask_others(const struct call *c, const char *what)
{
    ask_outside(what);
    return make(c);
}

/* Locks that other processes have, or a lease. */
static long control_file(const struct call *c)
{
    switch (c->arg[1]) {
    case F_GETLK:
    case F_SETLK:
    case F_SETLKW:
    case F_OFD_GETLK:
    case F_OFD_SETLK:
    case F_OFD_SETLKW:
    case F_SETLEASE: return ask_others(c, "locks of other processes");
    default: return make(c);
    }
}

static bool names_nothing(const struct call *c, long flags)
{
    const char *path = (const char *)c->arg[1];
    return !path || ((flags & AT_EMPTY_PATH) && !*path);
}

static long dispatch(struct call *c)
{
    switch (c->number) {
    case SYS_openat: return open_file(c, (int)c->arg[2]);
    case SYS_newfstatat: return ask_status(c, c->arg[3], !names_nothing(c, c->arg[3]));
    case SYS_statx: return ask_status(c, c->arg[2], !names_nothing(c, c->arg[2]));
    case SYS_fstat: return ask_status(c, 0, false);
    case SYS_getrandom: return settle_random((char *)c->arg[0], c->arg[1], told->config.entropy);
    case SYS_faccessat: return ask(c, true);
    case SYS_faccessat2: return names_nothing(c, c->arg[3]) ? make(c) : ask(c, !(c->arg[3] & AT_SYMLINK_NOFOLLOW));
    case SYS_readlinkat: return names_nothing(c, AT_EMPTY_PATH) ? make(c) : ask(c, false);
    case SYS_getcwd: return ask_directory(c);
    case SYS_chdir:
    case SYS_statfs:
    case SYS_truncate: return with_path_only(c);
    case SYS_fchmodat: return change(c, true);
    case SYS_fchownat: return names_nothing(c, c->arg[4]) ? change_open(c) : change(c, !(c->arg[4] & AT_SYMLINK_NOFOLLOW));
    case SYS_utimensat: return names_nothing(c, c->arg[3]) ? change_open(c) : change(c, !(c->arg[3] & AT_SYMLINK_NOFOLLOW));
    case SYS_fchmod:
    case SYS_fchown: return change_open(c);
    case SYS_mkdirat:
    case SYS_mknodat: return make_file(c, 0);
    case SYS_symlinkat: return make_file(c, 1);
    case SYS_unlinkat: return remove_file(c);
    case SYS_linkat: return link_file(c);
    case SYS_getdents64: return list(c);
#if defined SYS_renameat
    case SYS_renameat: c->arg[4] = 0; c->number = SYS_renameat2; return rename_file(c);
#endif
    case SYS_renameat2: return rename_file(c);
    case SYS_uname: return ask_others(c, "the name of the machine");
    case SYS_clock_gettime: return ask_others(c, "the time, of the kernel itself");
    case SYS_sysinfo: return ask_others(c, "the load of the machine");
    case SYS_socket: return ask_others(c, "others, by a socket");
    case SYS_shmget:
    case SYS_semget:
    case SYS_msgget:
    case SYS_mq_open: return ask_others(c, "other processes");
    case SYS_flock: return ask_others(c, "locks of other processes");
    case SYS_fcntl: return control_file(c);
    case SYS_fstatfs: return ask_others(c, "how full a file system is");
    case SYS_getxattr:
    case SYS_lgetxattr:
    case SYS_fgetxattr:
    case SYS_listxattr:
    case SYS_llistxattr:
    case SYS_flistxattr: return ask_others(c, "extended attributes");
    case SYS_openat2:
    case SYS_setxattr:
    case SYS_lsetxattr:
    case SYS_fsetxattr:
    case SYS_removexattr:
    case SYS_lremovexattr:
    case SYS_fremovexattr: return -ENOSYS; /* programs have to expect that */
    default: return make(c);
    }
}

/* Calls of x86_64 that name no directory, as those that do. */
static struct call modern(struct call c)
{
#if defined(__x86_64__)
    const long *a = c.arg;
    switch (c.number) {
    case SYS_open: return (struct call){SYS_openat, {AT_FDCWD, a[0], a[1], a[2]}};
    case SYS_creat: return (struct call){SYS_openat, {AT_FDCWD, a[0], O_CREAT | O_WRONLY | O_TRUNC, a[1]}};
    case SYS_stat: return (struct call){SYS_newfstatat, {AT_FDCWD, a[0], a[1], 0}};
    case SYS_lstat: return (struct call){SYS_newfstatat, {AT_FDCWD, a[0], a[1], AT_SYMLINK_NOFOLLOW}};
    case SYS_access: return (struct call){SYS_faccessat, {AT_FDCWD, a[0], a[1]}};
    case SYS_readlink: return (struct call){SYS_readlinkat, {AT_FDCWD, a[0], a[1], a[2]}};
    case SYS_chmod: return (struct call){SYS_fchmodat, {AT_FDCWD, a[0], a[1]}};
    case SYS_chown: return (struct call){SYS_fchownat, {AT_FDCWD, a[0], a[1], a[2], 0}};
    case SYS_lchown: return (struct call){SYS_fchownat, {AT_FDCWD, a[0], a[1], a[2], AT_SYMLINK_NOFOLLOW}};
    case SYS_mkdir: return (struct call){SYS_mkdirat, {AT_FDCWD, a[0], a[1]}};
    case SYS_mknod: return (struct call){SYS_mknodat, {AT_FDCWD, a[0], a[1], a[2]}};
    case SYS_symlink: return (struct call){SYS_symlinkat, {a[0], AT_FDCWD, a[1]}};
    case SYS_unlink: return (struct call){SYS_unlinkat, {AT_FDCWD, a[0], 0}};
    case SYS_rmdir: return (struct call){SYS_unlinkat, {AT_FDCWD, a[0], AT_REMOVEDIR}};
    case SYS_link: return (struct call){SYS_linkat, {AT_FDCWD, a[0], AT_FDCWD, a[1], 0}};
    case SYS_rename: return (struct call){SYS_renameat2, {AT_FDCWD, a[0], AT_FDCWD, a[1], 0}};
    case SYS_utime:
    case SYS_utimes:
    case SYS_futimesat:
    case SYS_getdents: return (struct call){SYS_openat2, {0}}; /* glibc makes others */
    }
#endif
    return c;
}

long captured_ask(long number, long a, long b, long c, long d)
{
    struct call call = {number, {a, b, c, d}};
    return !told ? make(&call) : number == SYS_openat ? ask(&call, !(c & O_NOFOLLOW)) : dispatch(&call);
}

static long captured(long number, long a, long b, long c, long d, long e, long f)
{
    struct call call = modern((struct call){number, {a, b, c, d, e, f}});
    return dispatch(&call);
}

bool captured_call(void *context)
{
    mcontext_t *m = &((ucontext_t *)context)->uc_mcontext;
    if (!told)
        return false;
#if defined(__x86_64__)
    greg_t *r = m->gregs;
    r[REG_RAX] = captured(r[REG_RAX], r[REG_RDI], r[REG_RSI], r[REG_RDX], r[REG_R10], r[REG_R8], r[REG_R9]);
#else
    unsigned long long *r = m->regs;
    r[0] = (unsigned long long)captured((long)r[8], (long)r[0], (long)r[1], (long)r[2], (long)r[3], (long)r[4], (long)r[5]);
#endif
    return true;
}

/* ---- catching them ------------------------------------------------------------------------------------------------------ */

static const uint16_t caught[] = {
    SYS_openat, SYS_newfstatat, SYS_statx, SYS_fstat, SYS_getrandom, SYS_faccessat, SYS_faccessat2, SYS_readlinkat, SYS_chdir, SYS_getcwd,
    SYS_statfs, SYS_truncate, SYS_fchmodat, SYS_fchownat, SYS_utimensat, SYS_fchmod, SYS_fchown, SYS_mkdirat, SYS_mknodat, SYS_symlinkat,
    SYS_unlinkat, SYS_linkat, SYS_getdents64, SYS_renameat2, SYS_openat2, SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr,
    SYS_lremovexattr, SYS_fremovexattr, SYS_uname, SYS_clock_gettime, SYS_sysinfo, SYS_socket, SYS_shmget, SYS_semget, SYS_msgget,
    SYS_mq_open, SYS_flock, SYS_fcntl, SYS_fstatfs, SYS_getxattr, SYS_lgetxattr, SYS_fgetxattr, SYS_listxattr,
    SYS_llistxattr, SYS_flistxattr,
#if defined SYS_renameat
    SYS_renameat,
#endif
#if defined(__x86_64__)
    SYS_open, SYS_creat, SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_chmod, SYS_chown, SYS_lchown, SYS_mkdir, SYS_mknod, SYS_symlink,
    SYS_unlink, SYS_rmdir, SYS_link, SYS_rename, SYS_utime, SYS_utimes, SYS_futimesat, SYS_getdents,
#endif
};
enum { CAUGHT = sizeof caught / sizeof *caught };

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#else
#define MACHINE AUDIT_ARCH_AARCH64
#endif

#define FIELD(name)            BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offsetof(struct seccomp_data, name))
#define TEST(how, value, t, f) BPF_JUMP(BPF_JMP | how | BPF_K, (unsigned)(value), (unsigned char)(t), (unsigned char)(f))
#define ANSWER(what)           BPF_STMT(BPF_RET | BPF_K, what)

/* All of them, but for those that raw_syscall makes: it lies between two addresses that differ in their lower halves only. */
static bool install(void)
{
    uint64_t lo = (uint64_t)__start_mzraw, hi = (uint64_t)__stop_mzraw;
    struct sock_filter program[CAUGHT + 16];
    unsigned short n = 0;
    if (lo >> 32 != hi >> 32)
        return false;
    program[n++] = (struct sock_filter)FIELD(arch);
    program[n++] = (struct sock_filter)TEST(BPF_JEQ, MACHINE, 1, 0);
    program[n++] = (struct sock_filter)ANSWER(SECCOMP_RET_ALLOW);
    program[n++] = (struct sock_filter)FIELD(nr);
    for (unsigned i = 0; i < CAUGHT; i++)
        program[n++] = (struct sock_filter)TEST(BPF_JEQ, caught[i], CAUGHT - i, 0);
    program[n++] = (struct sock_filter)ANSWER(SECCOMP_RET_ALLOW);
    program[n++] = (struct sock_filter)FIELD(instruction_pointer);
    program[n - 1].k += 4; /* its upper half */
    program[n++] = (struct sock_filter)TEST(BPF_JEQ, lo >> 32, 0, 4);
    program[n++] = (struct sock_filter)FIELD(instruction_pointer);
    program[n++] = (struct sock_filter)TEST(BPF_JGE, lo & 0xffffffff, 0, 2);
    program[n++] = (struct sock_filter)TEST(BPF_JGT, hi & 0xffffffff, 1, 0);
    program[n++] = (struct sock_filter)ANSWER(SECCOMP_RET_ALLOW);
    program[n++] = (struct sock_filter)ANSWER(SECCOMP_RET_TRAP);
    struct sock_fprog all = {n, program};
    return raw_syscall(SYS_prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0) == 0 &&
           raw_syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, (long)&all, 0, 0, 0) == 0;
}

bool captured_begin(struct wire *wire)
{
    settle_begin();
    store_open(wire->config.store);
    told = wire;
    if (!install())
        told = NULL;
    return told;
}
