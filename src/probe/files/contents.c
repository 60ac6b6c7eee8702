/* contents.c - see contents.h. Never rewound; nothing is ever given back. */
#include "probe/files/contents.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "base/raw.h"
#include "base/text.h"
#include "world/setup/captured.h"
#include "world/world.h"

enum { FILES = 4096, FIRST_ROOM = 64 << 10 };

static struct contents known[FILES];

/* Where the file is, or goes to; NULL if there is no room. */
static struct contents *place_of(uint64_t file)
{
    for (uint64_t n = 0; n < FILES; n++) {
        struct contents *c = &known[(file / 2 + n) % FILES];
        if (c->file == file || c->file == 0)
            return c;
    }
    return NULL;
}

const struct contents *contents_of(uint64_t file)
{
    const struct contents *c = place_of(file);
    return c && c->file ? c : NULL;
}

/* What a file says of its size is not always true (/proc): its end is where nothing more comes. */
static bool read_all(struct contents *c, int fd)
{
    uint64_t room = FIRST_ROOM, size = 0;
    char *bytes = raw_map(NULL, room, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    while (bytes) {
        long got = raw_syscall(SYS_pread64, fd, (long)(bytes + size), (long)(room - size), (long)size, 0, 0);
        if (got < 0)
            return false;
        if (got == 0)
            break;
        size += (uint64_t)got;
        if (size < room)
            continue;
        char *larger = raw_map(NULL, room * 2, PROT_READ | PROT_WRITE, MAP_NORESERVE);
        if (larger)
            memcpy(larger, bytes, size);
        raw_syscall(SYS_munmap, (long)bytes, (long)room, 0, 0, 0, 0);
        bytes = larger;
        room *= 2;
    }
    c->bytes = bytes;
    c->size = size;
    return bytes != NULL;
}

static bool is_told(const struct wire *wire, const char *path)
{
    uint32_t count = __atomic_load_n(&wire->files, __ATOMIC_ACQUIRE);
    for (uint32_t i = 0; i < count && i < WIRE_MAX_FILES; i++)
        if (text_equal(wire->file[i].path, path))
            return true;
    return false;
}

static void add_file(struct wire *wire, const struct wire_file *f)
{
    uint32_t number = __atomic_fetch_add(&wire->files, 1, __ATOMIC_ACQ_REL);
    if (number < WIRE_MAX_FILES)
        wire->file[number] = *f;
}

/* Which file it is, and since when it is as it is, by the kernel and not as the program is told; not what the kernel makes up, nor what
 * set-up has written. */
static void tell_file(struct wire *wire, int kernel_fd)
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
        (store > 0 && memcmp(f.path, wire->config.store, store) == 0) || is_told(wire, f.path))
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

void contents_opened(int directory, const char *path)
{
    struct wire *wire = mz__world.wire;
    struct wire_file f = {.noted = WIRE_FILE_OPENED};
    if (!wire || !(wire->config.steering.checkpoint_milliseconds || wire->config.steering.ranks > 1))
        return;
    if (!whole_path(f.path, sizeof f.path, directory, path))
        f = (struct wire_file){.noted = WIRE_FILE_LOST};
    if (!is_told(wire, f.path))
        add_file(wire, &f);
}

const struct contents *contents_read(uint64_t file, int kernel_fd)
{
    struct contents *c = place_of(file);
    bool first = c && !c->bytes;
    if (!c || (first && !read_all(c, kernel_fd)))
        return NULL;
    if (first && mz__world.wire)
        tell_file(mz__world.wire, kernel_fd);
    c->file = file;
    return c;
}

const struct contents *contents_give(uint64_t file, const char *text)
{
    struct contents *c = place_of(file);
    if (!c)
        return NULL;
    c->bytes = text;
    c->size = strlen(text);
    c->file = file;
    return c;
}

const struct stat *contents_status(uint64_t file, int kernel_fd)
{
    struct contents *c = place_of(file);
    if (c && !c->has_status)
        c->has_status = captured_ask(SYS_newfstatat, kernel_fd, (long)"", (long)&c->status, AT_EMPTY_PATH) == 0;
    if (!c || !c->has_status)
        return NULL;
    c->file = file;
    return &c->status;
}

void contents_name(uint64_t file, const char *name)
{
    static char names[256 << 10];
    static size_t used;
    struct contents *c = place_of(file);
    size_t size = strlen(name) + 1;
    if (!c || c->name || size > sizeof names - used)
        return;
    c->file = file;
    c->name = memcpy(names + used, name, size);
    used += size;
}
