/* store.c - see store.h. */
#include "world/setup/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>

#include "base/raw.h"
#include "base/text.h"

enum { MOST_FILES = 4096, MOST_BYTES = 512 << 10, MOST_LINKS = 40 };

static struct {
    char     directory[STORE_PATH];
    size_t   length;              /* of it */
    bool     made;
    unsigned count;
    uint32_t path[MOST_FILES];    /* where it begins in `text` */
    char     text[MOST_BYTES];
    uint32_t used;
} store;

/* Not libc's, whose names are those of stand-ins. */

static bool agree(const char *a, const char *b, size_t length)
{
    size_t i = 0;
    while (i < length && a[i] == b[i] && a[i])
        i++;
    return i == length;
}

static size_t up_to_slash(const char *path)
{
    size_t i = 0;
    while (path[i] && path[i] != '/')
        i++;
    return i;
}

static size_t slashes(const char *path)
{
    size_t i = 0;
    while (path[i] == '/')
        i++;
    return i;
}

void store_open(const char *directory)
{
    text_copy(store.directory, sizeof store.directory, directory);
    store.length = strlen(store.directory);
}

static bool begins_with(const char *path, const char *directory, size_t length)
{
    return agree(path, directory, length) && (path[length] == '/' || path[length] == '\0');
}

bool store_holds(const char *place)
{
    return store.length && begins_with(place, store.directory, store.length);
}

/* Its number, from 1; 0: it has none. */
static unsigned find(const char *path, size_t length)
{
    uint32_t end = store.used;
    for (unsigned i = store.count; i > 0; end = store.path[--i]) {
        const char *known = store.text + store.path[i - 1];
        if (end - store.path[i - 1] == length + 1 && known[length - 1] == path[length - 1] && agree(known, path, length))
            return i; /* most of a thousand files of one folder differ in their last letters */
    }
    return 0;
}

bool store_place(const char *resolved, char *place)
{
    size_t length = strlen(resolved);
    for (size_t at = store.count ? length : 0; at > 0; at--) {
        unsigned number = resolved[at] == '/' || resolved[at] == '\0' ? find(resolved, at) : 0;
        if (number) {
            text_format(place, STORE_PATH, "%s/%u%s", store.directory, number, resolved + at);
            return true;
        }
    }
    text_copy(place, STORE_PATH, resolved);
    return store_holds(resolved);
}

/* Modes are as given, whatever mask the program has set. */
bool store_make(void)
{
    if (!store.made) {
        long directory = (long)store.directory;
        store.made = raw_syscall(SYS_mkdirat, AT_FDCWD, directory, 0700, 0, 0, 0) == 0 &&
                     raw_syscall(SYS_fchmodat, AT_FDCWD, directory, 0700, 0, 0, 0) == 0;
    }
    return store.made;
}

bool store_add(const char *resolved, char *place)
{
    size_t size = strlen(resolved) + 1;
    if (!store_place(resolved, place)) {
        if (store.count == MOST_FILES || size > MOST_BYTES - store.used)
            return false;
        memcpy(store.text + store.used, resolved, size);
        store.path[store.count++] = store.used;
        store.used += (uint32_t)size;
        store_place(resolved, place);
    }
    return true;
}

const char *store_name(const char *place)
{
    static char name[STORE_PATH];
    unsigned number = 0;
    if (!store_holds(place))
        return place;
    const char *at = place + store.length + 1;
    for (; *at >= '0' && *at <= '9'; at++)
        number = number * 10 + (unsigned)(*at - '0');
    if (number == 0 || number > store.count)
        return place;
    text_format(name, sizeof name, "%s%s", store.text + store.path[number - 1], at);
    return name;
}

bool store_has_changed_in(const char *directory)
{
    size_t length = strlen(directory);
    for (unsigned i = 0; i < store.count; i++) {
        const char *path = store.text + store.path[i];
        if (begins_with(path, directory, length) && path[length] == '/' && !path[length + 1 + up_to_slash(path + length + 1)])
            return true;
    }
    return false;
}

/* ---- resolving --------------------------------------------------------------------------------------------------------- */

static long path_of_descriptor(int fd, char *path)
{
    char link[40];
    text_format(link, sizeof link, "/proc/self/fd/%d", fd);
    long length = raw_syscall(SYS_readlinkat, AT_FDCWD, (long)link, (long)path, STORE_PATH - 1, 0, 0);
    if (length >= 0)
        path[length] = '\0';
    return length < 0 ? -EBADF : path[0] == '/' ? 0 : -ENOTDIR;
}

static long base(int directory, char *place)
{
    if (directory != AT_FDCWD)
        return path_of_descriptor(directory, place);
    long length = raw_syscall(SYS_getcwd, (long)place, STORE_PATH, 0, 0, 0, 0);
    return length < 0 ? length : 0;
}

bool store_is_base(int directory)
{
    char place[STORE_PATH];
    return base(directory, place) == 0 && store_holds(place);
}

static long begin(int directory, char *path)
{
    char place[STORE_PATH];
    long result = base(directory, place);
    if (result == 0)
        text_copy(path, STORE_PATH, store_name(place));
    return result;
}

/* Devices, and what the kernel makes up. */
static bool is_left_alone(const char *path)
{
    return begins_with(path, "/proc", 5) || begins_with(path, "/sys", 4) ||
           (begins_with(path, "/dev", 4) && path[4] && !begins_with(path, "/dev/shm", 8));
}

static void leave_last(char *path)
{
    size_t at = strlen(path);
    while (at > 0 && path[at] != '/')
        at--;
    path[at > 0 ? at : 1] = '\0';
}

/* Target of the link at `path`, if it is one. */
static long read_link(const char *path, char *target)
{
    char place[STORE_PATH];
    store_place(path, place);
    long length = raw_syscall(SYS_readlinkat, AT_FDCWD, (long)place, (long)target, STORE_PATH - 1, 0, 0);
    if (length >= 0)
        target[length] = '\0';
    return length;
}

long store_resolve(int directory, const char *path, bool follow_last, char *resolved)
{
    static char rest[2 * STORE_PATH], target[STORE_PATH];
    unsigned links = 0;
    if (strlen(path) >= STORE_PATH)
        return -ENAMETOOLONG;
    text_copy(rest, sizeof rest, path);
    text_copy(resolved, STORE_PATH, "/");
    long result = *path == '/' ? 0 : begin(directory, resolved);
    for (char *at = rest; result == 0 && *at;) {
        size_t length = up_to_slash(at), have = strlen(resolved);
        bool last = at[length + slashes(at + length)] == '\0';
        if (length == 2 && at[0] == '.' && at[1] == '.')
            leave_last(resolved);
        else if (length > 1 || (length == 1 && at[0] != '.')) {
            if (have + length + 2 > STORE_PATH)
                return -ENAMETOOLONG;
            if (have > 1)
                resolved[have++] = '/';
            memcpy(resolved + have, at, length);
            resolved[have + length] = '\0';
            if (is_left_alone(resolved))
                return STORE_LEFT_ALONE;
            if ((!last || follow_last || at[length] == '/') && read_link(resolved, target) >= 0) {
                if (++links > MOST_LINKS || strlen(target) + strlen(at + length) + 1 > sizeof target)
                    return -ELOOP;
                text_copy(target + strlen(target), sizeof target - strlen(target), at + length);
                text_copy(rest, sizeof rest, target);
                leave_last(resolved);
                if (*rest == '/')
                    text_copy(resolved, STORE_PATH, "/");
                at = rest;
                continue;
            }
        }
        at += length + slashes(at + length);
    }
    return result;
}
