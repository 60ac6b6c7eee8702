/* file_places.c - see file_places.h. A file that does not exist and is to be written stands for itself by its directory and name. */
#include "probe/files/file_places.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/raw.h"
#include "base/text.h"
#include "probe/files/descriptors.h"
#include "world/memory/mem.h"
#include "world/setup/captured.h"

enum { MOST_WRITTEN = 64, MOST_PATH = 4096 };

static MODEL uint64_t written[MOST_WRITTEN]; /* files that are captured, or whose rights have changed; 0: none from here on */
static MODEL uint64_t other_rights;          /* of them: who may use them has changed. A set of places in the list */
static MODEL uint64_t only_rights;           /* likewise: and it is not captured */

/* ---- files that are captured ------------------------------------------------------------------------------------------------- */

/* Its place in the list; MOST_WRITTEN: there is none left. */
static int place_in_list(uint64_t file)
{
    int i = 0;
    while (i < MOST_WRITTEN && written[i] && written[i] != file)
        i++;
    return i;
}

static bool is_listed(int i)
{
    return i < MOST_WRITTEN && written[i];
}

bool file_is_captured(uint64_t file)
{
    int i = place_in_list(file);
    return (is_listed(i) && !(only_rights >> i & 1)) || inherited_writes(file);
}

bool descriptor_is_written(uint64_t file)
{
    return file_is_captured(file) || kept_now(file);
}

bool file_capture(uint64_t file)
{
    int i = place_in_list(file);
    if (i == MOST_WRITTEN)
        return false;
    if (!written[i])
        mem_set(&written[i], file);
    if (only_rights >> i & 1)
        mem_set(&only_rights, only_rights & ~((uint64_t)1 << i));
    return true;
}

bool descriptor_rights_changed(uint64_t file)
{
    int i = place_in_list(file);
    if (i == MOST_WRITTEN)
        return false;
    if (!written[i]) {
        mem_set(&written[i], file);
        mem_set(&only_rights, only_rights | (uint64_t)1 << i);
    }
    mem_set(&other_rights, other_rights | (uint64_t)1 << i);
    return true;
}

bool file_has_other_rights(uint64_t file)
{
    int i = place_in_list(file);
    return is_listed(i) && other_rights >> i & 1;
}

bool descriptors_write(void)
{
    return written[0] || kept_any();
}

/* ---- paths -------------------------------------------------------------------------------------------------------------------- */

bool file_is_directory(uint64_t file)
{
    const struct contents *c = file ? contents_of(file) : NULL;
    return c && c->has_status && S_ISDIR(c->status.st_mode);
}

long place_open(const struct place *p, int flags)
{
    return captured_ask(SYS_openat, p->directory, (long)p->path, flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0);
}

uint64_t path_number(const char *s, size_t size)
{
    uint64_t h = size;
    for (size_t i = 0; i < size; i++)
        h = (h ^ (unsigned char)s[i]) * 0x100000001b3ULL;
    return h;
}

/* Beginning of the last part of the path. */
static size_t last_part(const char *path)
{
    size_t at = strlen(path);
    while (at > 0 && path[at - 1] != '/')
        at--;
    return at;
}

static long directory_of(const struct place *p, char directory[MOST_PATH])
{
    size_t size = last_part(p->path);
    if (size >= MOST_PATH)
        return -ENAMETOOLONG;
    memcpy(directory, size ? p->path : ".", size ? size : 1);
    directory[size ? size : 1] = '\0';
    return 0;
}

static bool is_dots(const char *part)
{
    return text_equal(part, ".") || text_equal(part, "..");
}

/* Its directory has to be there. */
static long find_name(struct place *p)
{
    char directory[MOST_PATH];
    const char *part = p->path + last_part(p->path);
    long error = directory_of(p, directory);
    if (error < 0 || !*p->path)
        return error < 0 ? error : -ENOENT;
    long fd = captured_ask(SYS_openat, p->directory, (long)directory, O_PATH | O_DIRECTORY | O_CLOEXEC, 0);
    if (fd < 0)
        return fd;
    if (*part && !is_dots(part))
        p->name = file_number(file_behind((int)fd).file, path_number(part, strlen(part)));
    raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
    return 0;
}

long place_may_change(const struct place *p)
{
    char directory[MOST_PATH];
    struct stat s;
    long self = raw_syscall(SYS_geteuid, 0, 0, 0, 0, 0, 0), error = directory_of(p, directory);
    if (error == 0)
        error = captured_ask(SYS_faccessat, p->directory, (long)directory, W_OK | X_OK, 0);
    if (error < 0 || self == 0 || captured_ask(SYS_newfstatat, p->directory, (long)directory, (long)&s, 0) < 0)
        return error;
    bool sticky = s.st_mode & S_ISVTX && s.st_uid != (uid_t)self;
    bool others = captured_ask(SYS_newfstatat, p->directory, (long)p->path, (long)&s, AT_SYMLINK_NOFOLLOW) == 0 && s.st_uid != (uid_t)self;
    return sticky && others && p->file % 2 ? -EPERM : 0;
}

/* What a link leads to would have to be looked up in turn. */
static bool is_link(const struct place *p)
{
    struct stat s;
    return captured_ask(SYS_newfstatat, p->directory, (long)p->path, (long)&s, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(s.st_mode);
}

static const char in_proc[] = "a file of /proc that tells of a process";

/* The kernel knows the numbers of directories as set-up has left them. Negative: an error. */
static long check_directory(struct place *p)
{
    enum descriptor_use use = p->directory == AT_FDCWD || *p->path == '/' ? USE_OTHER : descriptor_use_now(p->directory);
    if (p->directory == AT_FDCWD || *p->path == '/' || (use != USE_NONE && !mz__descriptors[p->directory].use))
        return 0;
    if (use & USE_OTHER)
        p->refused = "a path below a directory that was opened in the search,";
    return use == USE_NONE ? -EBADF : use & USE_OTHER ? 0 : -ENOTDIR;
}

long place_look(struct place *p)
{
    p->process = path_tells_of_process(p->path);
    long error = check_directory(p);
    if (error < 0 || p->refused)
        return error;
    error = find_name(p);
    if (error < 0) {
        p->refused = p->process && error == -ENOENT ? in_proc : NULL;
        return error;
    }
    uint64_t kept = kept_named(p->name);
    if (kept) {
        p->file = kept == KEPT_GONE ? 0 : kept;
        return 0;
    }
    if (kept_has_names() && is_link(p))
        p->refused = "a symbolic link, after files were made, renamed or removed,";
    long fd = place_open(p, O_PATH | p->flags);
    if (fd == -ENOENT) {
        p->refused = p->process ? in_proc : p->refused;
        p->file = p->name && file_is_captured(p->name) ? p->name : 0;
        return !p->name ? fd : 0;
    }
    if (fd < 0)
        return fd;
    p->kind = file_behind((int)fd);
    p->file = p->kind.file;
    p->refused = p->kind.process ? in_proc : p->refused;
    contents_status(p->file, (int)fd);
    raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
    return 0;
}

long place_find(struct place *p)
{
    long error = place_look(p);
    contents_opened(p->directory, p->path);
    return error;
}

long place_is_free(const char *path, uint64_t *name)
{
    struct place p = {.directory = AT_FDCWD, .path = path};
    long error = place_find(&p);
    *name = p.name;
    return error < 0 ? error : p.file ? -EEXIST : !p.name ? -EISDIR : place_may_change(&p);
}
