/* contents.c - see contents.h. Never rewound; nothing is ever given back. */
#include "probe/files/contents.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "base/raw.h"
#include "base/text.h"
#include "world/setup/captured.h"
#include "world/setup/told_files.h"
#include "world/world.h"

enum { FILES = 4096, FIRST_ROOM = 64 << 10 };

static struct contents known[FILES];

/* Slot of the file, or that where it goes to; NULL if there is no room. */
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

void contents_opened(int directory, const char *path)
{
    if (mz__world.wire)
        told_files_asked(mz__world.wire, directory, path);
}

const struct contents *contents_read(uint64_t file, int kernel_fd)
{
    struct contents *c = place_of(file);
    bool first = c && !c->bytes;
    if (!c || (first && !read_all(c, kernel_fd)))
        return NULL;
    if (first && mz__world.wire)
        told_files_read(mz__world.wire, kernel_fd);
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
