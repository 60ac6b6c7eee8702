/* told_files.c - see told_files.h. */
#include "world/setup/told_files.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "base/raw.h"
#include "base/text.h"

/* A file that was read is more than one that was asked about. */
static bool is_told(const struct wire *wire, const struct wire_file *f)
{
    uint32_t count = __atomic_load_n(&wire->files, __ATOMIC_ACQUIRE);
    for (uint32_t i = 0; i < count && i < WIRE_MAX_FILES; i++)
        if (text_equal(wire->file[i].path, f->path) && (f->noted != WIRE_FILE_READ || wire->file[i].noted == WIRE_FILE_READ))
            return true;
    return false;
}

static void add_file(struct wire *wire, const struct wire_file *f)
{
    uint32_t number = __atomic_fetch_add(&wire->files, 1, __ATOMIC_ACQ_REL);
    if (number < WIRE_MAX_FILES)
        wire->file[number] = *f;
}

/* Identity of the file, and since when it is as it is, by the kernel and not as the program is told; not what the kernel makes up, nor what
 * set-up has written. */
void told_files_read(struct wire *wire, int kernel_fd)
{
    struct wire_file f = {.noted = WIRE_FILE_READ};
    struct stat status;
    char link[40];
    text_format(link, sizeof link, "/proc/self/fd/%lu", (unsigned long)kernel_fd);
    long length = raw_syscall(SYS_readlinkat, AT_FDCWD, (long)link, (long)f.path, sizeof f.path - 1, 0, 0);
    size_t store = strlen(wire->config.store);
    if (length <= 0 || raw_syscall(SYS_newfstatat, kernel_fd, (long)"", (long)&status, AT_EMPTY_PATH, 0, 0) != 0)
        return;
    if (S_ISDIR(status.st_mode) || memcmp(f.path, "/proc/", 6) == 0 || memcmp(f.path, "/sys/", 5) == 0 ||
        (store > 0 && memcmp(f.path, wire->config.store, store) == 0) || is_told(wire, &f))
        return;
    f.inode = status.st_ino;
    f.size = (uint64_t)status.st_size;
    f.changed = (uint64_t)status.st_mtim.tv_sec * 1000000000 + (uint64_t)status.st_mtim.tv_nsec;
    add_file(wire, &f);
}

/* The whole path, if there is room for it. */
static bool whole_path(char *to, size_t room, int directory, const char *path)
{
    char link[40] = "/proc/self/cwd";
    long used = 0;
    if (directory != AT_FDCWD)
        text_format(link, sizeof link, "/proc/self/fd/%lu", (unsigned long)directory);
    if (path[0] != '/') {
        used = raw_syscall(SYS_readlinkat, AT_FDCWD, (long)link, (long)to, (long)room - 1, 0, 0);
        if (used <= 0 || (size_t)used >= room - 1)
            return false;
        to[used++] = '/';
    }
    text_copy(to + used, room - (size_t)used, path);
    return (size_t)used + strlen(path) < room;
}

static bool is_wanted(const struct wire_config *c)
{
    return c->inputs || c->steering.checkpoint_milliseconds || c->steering.ranks > 1;
}

void told_files_asked(struct wire *wire, int directory, const char *path)
{
    struct wire_file f = {.noted = WIRE_FILE_OPENED};
    if (!is_wanted(&wire->config))
        return;
    if (!whole_path(f.path, sizeof f.path, directory, path))
        f = (struct wire_file){.noted = WIRE_FILE_LOST};
    if (!is_told(wire, &f))
        add_file(wire, &f);
}
