/* inherited.c - see inherited.h. */
#include "world/setup/inherited.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "base/raw.h"

static struct {
    uint8_t  use[DESCRIPTORS]; /* enum descriptor_use */
    bool     stream[DESCRIPTORS];
    uint64_t file[DESCRIPTORS];
    bool     private[DESCRIPTORS], mapped;
    uint64_t written[DESCRIPTORS]; /* files; 0: none */
} inherited;

uint64_t file_number(uint64_t a, uint64_t b)
{
    uint64_t h = (a ^ 0x9e3779b97f4a7c15ULL) * 0xff51afd7ed558ccdULL;
    h = ((h ^ h >> 32) + b) * 0xc4ceb9fe1a85ec53ULL;
    return (h ^ h >> 29) | 1;
}

struct file_kind file_behind(int kernel_fd)
{
    struct stat s;
    if (raw_syscall(SYS_newfstatat, kernel_fd, (long)"", (long)&s, AT_EMPTY_PATH, 0, 0) < 0)
        return (struct file_kind){0};
    bool nothing = S_ISCHR(s.st_mode) && s.st_rdev == (1 << 8 | 3); /* 1, 3 */
    return (struct file_kind){file_number(s.st_dev, s.st_ino), (uint64_t)s.st_size, S_ISREG(s.st_mode), nothing,
                              s.st_nlink == 0};
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

/* Which descriptors are open: a list of them, in place of a question for each. Where there is no list, any may be. (poll does not tell of
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
    if (flags < 0)
        return USE_NONE;
    *kind = file_behind(fd);
    kind->nameless = kind->nameless && !(flags & O_APPEND);
    if ((flags & O_PATH) || !(kind->regular || kind->nothing))
        return USE_OTHER;
    long how = flags & O_ACCMODE;
    return how == O_RDONLY ? USE_READ : how == O_WRONLY ? USE_WRITE : USE_BOTH;
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

/* Another descriptor of the same file shares its position, and may read or write it. */
static bool has_another(int fd)
{
    for (int i = 0; i < DESCRIPTORS; i++)
        if (i != fd && inherited.file[i] == inherited.file[fd])
            return true;
    return false;
}

void inherited_take(void)
{
    bool open[DESCRIPTORS];
    settle_streams();
    find_open(open);
    for (int fd = 0; fd < DESCRIPTORS; fd++) {
        struct file_kind kind = {0};
        inherited.use[fd] = (uint8_t)(open[fd] ? use_of(fd, &kind) : USE_NONE);
        inherited.private[fd] = inherited.use[fd] == USE_BOTH && kind.regular && kind.nameless;
        inherited.file[fd] = kind.file;
        inherited.written[fd] = inherited.use[fd] == USE_WRITE && kind.regular ? kind.file : 0;
    }
    for (int fd = 0; fd < DESCRIPTORS; fd++)
        inherited.private[fd] = inherited.private[fd] && !has_another(fd) && !inherited.mapped;
}

enum descriptor_use inherited_use(int fd)
{
    return (enum descriptor_use)inherited.use[fd];
}

bool inherited_stream(int fd)
{
    return inherited.stream[fd];
}

void inherited_is_mapped(void)
{
    inherited.mapped = true;
}

bool inherited_private(int fd)
{
    return inherited.private[fd];
}

bool inherited_writes(uint64_t file)
{
    for (int fd = 0; fd < DESCRIPTORS; fd++)
        if (inherited.written[fd] == file)
            return true;
    return false;
}
