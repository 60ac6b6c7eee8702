/* inherited.c - see inherited.h. */
#include "world/setup/inherited.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/kcmp.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "base/raw.h"
#include "base/text.h"
#include "world/setup/early_maps.h"

static struct {
    uint8_t  use[FILE_ENTRIES]; /* enum descriptor_use */
    uint16_t entry[DESCRIPTORS];   /* of a copy; 0: the number's own */
    uint16_t number[SHARED_FILES]; /* the lowest that names it */
    int      shared;               /* so many of them are used */
    bool     stream[FILE_ENTRIES], regular[DESCRIPTORS];
    uint64_t file[DESCRIPTORS];
    uint64_t flags[DESCRIPTORS];
    uint64_t written[DESCRIPTORS]; /* files that are open to be written only; 0: none */
    uint64_t both[DESCRIPTORS];    /* likewise, to be read, too */
} inherited;

uint64_t file_number(uint64_t a, uint64_t b)
{
    uint64_t h = (a ^ 0x9e3779b97f4a7c15ULL) * 0xff51afd7ed558ccdULL;
    h = ((h ^ h >> 32) + b) * 0xc4ceb9fe1a85ec53ULL;
    return (h ^ h >> 29) | 1;
}

/* Links that lead out of /proc are other files. */
bool path_tells_of_process(const char *path)
{
    static const char proc[] = "/proc/", *const own[] = {"self", "thread-self"}, *const links[] = {"/exe", "/cwd", "/root"};
    if (!text_begins(path, proc))
        return false;
    const char *name = path + sizeof proc - 1;
    bool process = *name >= '0' && *name <= '9';
    for (unsigned i = 0; i < 2; i++)
        process |= text_begins(name, own[i]);
    while (*name && *name != '/')
        name++;
    for (unsigned i = 0; i < 3; i++)
        process &= !text_begins(name, links[i]);
    return process && *name; /* /proc/self by itself is a link that says no more than getpid */
}

static bool tells_of_process(int kernel_fd)
{
    char link[40], path[64] = "";
    text_format(link, sizeof link, "/proc/self/fd/%d", kernel_fd);
    long length = raw_syscall(SYS_readlinkat, AT_FDCWD, (long)link, (long)path, sizeof path - 1, 0, 0);
    path[length > 0 ? length : 0] = '\0';
    return path_tells_of_process(path);
}

struct file_kind file_behind(int kernel_fd)
{
    struct stat s;
    if (raw_syscall(SYS_newfstatat, kernel_fd, (long)"", (long)&s, AT_EMPTY_PATH, 0, 0) < 0)
        return (struct file_kind){0};
    bool nothing = S_ISCHR(s.st_mode) && s.st_rdev == (1 << 8 | 3); /* 1, 3 */
    return (struct file_kind){file_number(s.st_dev, s.st_ino), (uint64_t)s.st_size, S_ISREG(s.st_mode), nothing,
                              s.st_nlink, s.st_size == 0 && !nothing && tells_of_process(kernel_fd)};
}

struct entry {
    uint64_t number, next;
    uint16_t length;
    uint8_t  kind;
    char     name[];
};

static int number_in(const char *name)
{
    int n = 0;
    for (; *name >= '0' && *name <= '9' && n < DESCRIPTORS; name++)
        n = n * 10 + (*name - '0');
    return *name ? DESCRIPTORS : n;
}

/* Descriptors that are open: a list of them, in place of a question for each. Where there is no list, any may be. (poll does not tell of
 * those that were opened with O_PATH.) */
static void find_open(bool open[DESCRIPTORS])
{
    _Alignas(struct entry) char list[4096];
    long directory = raw_syscall(SYS_openat, AT_FDCWD, (long)"/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0, 0, 0), bytes = -1;
    for (int fd = 0; fd < DESCRIPTORS; fd++)
        open[fd] = false;
    while (directory >= 0 && (bytes = raw_syscall(SYS_getdents64, directory, (long)list, sizeof list, 0, 0, 0)) > 0) {
        for (long at = 0; at < bytes; at += ((struct entry *)(list + at))->length) {
            int fd = number_in(((struct entry *)(list + at))->name);
            if (fd < DESCRIPTORS && fd != directory)
                open[fd] = true;
        }
    }
    if (directory >= 0)
        raw_syscall(SYS_close, directory, 0, 0, 0, 0, 0);
    for (int fd = 0; bytes != 0 && fd < DESCRIPTORS; fd++)
        open[fd] = true;
}

static enum descriptor_use use_of(int fd, struct file_kind *kind)
{
    long flags = raw_syscall(SYS_fcntl, fd, F_GETFL, 0, 0, 0, 0);
    inherited.flags[fd] = flags < 0 ? 0 : (uint64_t)flags;
    if (flags < 0)
        return USE_NONE;
    *kind = file_behind(fd);
    if ((flags & O_PATH) || kind->process || !(kind->regular || kind->nothing))
        return USE_OTHER;
    long how = flags & O_ACCMODE;
    return how == O_RDONLY ? USE_READ : how == O_WRONLY ? USE_WRITE : USE_BOTH;
}

/* The lock that flock has taken by it: LOCK_SH or LOCK_EX; 0: none. */
static uint64_t lock_of(int fd)
{
    char name[40], text[1024] = "";
    text_format(name, sizeof name, "/proc/self/fdinfo/%d", fd);
    long info = raw_syscall(SYS_openat, AT_FDCWD, (long)name, O_RDONLY | O_CLOEXEC, 0, 0, 0);
    if (info < 0)
        return 0;
    raw_syscall(SYS_read, info, (long)text, sizeof text - 1, 0, 0, 0);
    raw_syscall(SYS_close, info, 0, 0, 0, 0, 0);
    const char *lock = text;
    while (*lock && !text_begins(lock, "FLOCK"))
        lock++;
    const char *how = lock;
    while (*how && *how != '\n' && !text_begins(how, "WRITE"))
        how++;
    return !*lock ? 0 : *how == 'W' ? LOCK_EX : LOCK_SH;
}

/* A stream that has no room calls libc for every character, also where that is inlined. */
static void settle_streams(void)
{
    int (*flush)(FILE *) = (int (*)(FILE *))dlsym(RTLD_NEXT, "fflush");
    FILE **all = (FILE **)dlsym(RTLD_NEXT, "_IO_list_all");
    int kept = errno; /* thread 0's */
    for (FILE *file = flush && all ? *all : NULL; file; file = file->_chain) {
        if (file->_fileno < 0) /* in memory, or by functions of the program: later calls are refused */
            continue;
        if (file->_fileno < DESCRIPTORS)
            inherited.stream[file->_fileno] = true;
        flush(file);
        file->_IO_write_end = file->_IO_write_ptr;
    }
    errno = kept;
}

/* Do both numbers name one open file, which has one position? Negative: the kernel does not say, and it may be so. */
static int is_copy(int a, int b)
{
    long own = raw_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0), order = raw_syscall(SYS_kcmp, own, own, KCMP_FILE, a, b, 0);
    if (order >= 0)
        return order == 0;
    return raw_syscall(SYS_lseek, a, 0, SEEK_CUR, 0, 0, 0) == raw_syscall(SYS_lseek, b, 0, SEEK_CUR, 0, 0, 0) ? -1 : 0;
}

/* The entry of files that `first` shares with numbers above it, which all have one position. Not supported are more than there is room
 * for, and two streams: each of them reads ahead by itself. */
static void share(int first, int copy, bool known)
{
    int entry = inherited_entry(first);
    bool begins = entry == first, room = !begins || inherited.shared < SHARED_FILES;
    if (!known || !room || (inherited.stream[entry] && inherited.stream[copy])) {
        inherited.use[entry] = inherited.use[copy] = USE_OTHER;
        return;
    }
    if (begins) {
        entry = DESCRIPTORS + inherited.shared;
        inherited.number[inherited.shared++] = (uint16_t)first;
        inherited.use[entry] = inherited.use[first];
        inherited.stream[entry] = inherited.stream[first];
        inherited.entry[first] = (uint16_t)entry;
        inherited.use[first] = USE_COPY;
    }
    inherited.entry[copy] = (uint16_t)entry;
    inherited.use[copy] = USE_COPY;
    inherited.stream[entry] |= inherited.stream[copy];
}

/* Files that are read, or kept: others have no position here. */
static bool has_position(int fd)
{
    return inherited.regular[fd] && inherited.use[fd] & USE_BOTH && !inherited.written[fd];
}

static void find_copies(void)
{
    for (int first = 0; first < DESCRIPTORS; first++) {
        bool reads = has_position(first);
        for (int fd = first + 1; reads && fd < DESCRIPTORS; fd++) {
            int copy = has_position(fd) && inherited.file[fd] == inherited.file[first] ? is_copy(first, fd) : 0;
            if (copy != 0)
                share(first, fd, copy > 0);
        }
    }
}

void inherited_take(bool kept)
{
    bool open[DESCRIPTORS];
    settle_streams();
    find_open(open);
    for (int fd = 0; fd < DESCRIPTORS; fd++) {
        struct file_kind kind = {0};
        enum descriptor_use use = open[fd] ? use_of(fd, &kind) : USE_NONE;
        inherited.use[fd] = (uint8_t)use;
        inherited.file[fd] = kind.file;
        inherited.regular[fd] = kind.regular;
        inherited.flags[fd] |= kind.regular ? lock_of(fd) << INHERITED_LOCK : 0;
        bool keeps = use == USE_BOTH || (use == USE_WRITE && (kept || early_maps_shows(kind.file)));
        inherited.both[fd] = kind.regular && keeps ? kind.file : 0;
        inherited.written[fd] = kind.regular && use == USE_WRITE && !keeps ? kind.file : 0;
    }
    find_copies();
}

enum descriptor_use inherited_use(int entry)
{
    return (enum descriptor_use)inherited.use[entry];
}

int inherited_number(int entry)
{
    return entry < DESCRIPTORS ? entry : inherited.number[entry - DESCRIPTORS];
}

uint64_t inherited_file(int entry)
{
    return inherited.file[inherited_number(entry)];
}

uint64_t inherited_flags(int entry)
{
    return inherited.flags[inherited_number(entry)];
}

bool inherited_closes(int fd)
{
    return raw_syscall(SYS_fcntl, fd, F_GETFD, 0, 0, 0, 0) & FD_CLOEXEC;
}

int inherited_entry(int fd)
{
    return inherited.entry[fd] ? inherited.entry[fd] : fd;
}

bool inherited_stream(int fd)
{
    return inherited.stream[fd];
}

static int number_among(const uint64_t files[DESCRIPTORS], uint64_t file)
{
    int fd = 0;
    while (fd < DESCRIPTORS && (!file || files[fd] != file))
        fd++;
    return fd < DESCRIPTORS ? fd : -1;
}

bool inherited_writes(uint64_t file)
{
    return number_among(inherited.written, file) >= 0;
}

bool inherited_keeps(uint64_t file)
{
    return inherited_keeper(file) >= 0 && !inherited_writes(file);
}

int inherited_keeper(uint64_t file)
{
    return number_among(inherited.both, file);
}
