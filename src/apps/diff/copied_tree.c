/* copied_tree.c - see copied_tree.h. */
#include "apps/diff/copied_tree.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool/cli/result_file.h"

/* Beside the copy: the names of its files, each with a NUL behind it. */
static char *list_of(const char *folder)
{
    return format_text("%s.files", folder);
}

static void make_folders(const char *path)
{
    char *folder = format_text("%s", path);
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(folder, 0700) != 0 && errno != EEXIST)
            die("%s: %s", folder, strerror(errno));
        *slash = '/';
    }
}

static bool is_same(const struct stat *a, const struct stat *b)
{
    return a->st_size == b->st_size && a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec &&
           a->st_mode == b->st_mode;
}

static void copy_link(const char *from, const char *to)
{
    char target[4096];
    ssize_t length = readlink(from, target, sizeof target - 1);
    target[length < 0 ? 0 : length] = '\0';
    unlink(to);
    if (length < 0 || symlink(target, to) != 0)
        die("cannot copy %s to %s: %s", from, to, strerror(errno));
}

static bool write_all(int fd, const char *text, size_t length)
{
    for (ssize_t put; length; text += put, length -= (size_t)put)
        if ((put = write(fd, text, length)) <= 0)
            return false;
    return true;
}

static void copy_file(const char *from, const char *to, const struct stat *status)
{
    const struct timespec times[2] = {status->st_atim, status->st_mtim};
    size_t length;
    char *text = read_whole_file(from, &length);
    unlink(to);
    int fd = text ? open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600) : -1;
    bool good = fd >= 0 && write_all(fd, text, length) && fchmod(fd, status->st_mode & 0777) == 0 && futimens(fd, times) == 0;
    if (!good || close(fd) != 0)
        die("cannot copy %s to %s: %s", from, to, strerror(errno));
}

static void copy(const char *from, const char *to)
{
    struct stat wanted, there;
    if (lstat(from, &wanted) != 0 || !(S_ISREG(wanted.st_mode) || S_ISLNK(wanted.st_mode)))
        return;
    if (S_ISREG(wanted.st_mode) && lstat(to, &there) == 0 && is_same(&wanted, &there))
        return;
    make_folders(to);
    if (S_ISLNK(wanted.st_mode))
        copy_link(from, to);
    else
        copy_file(from, to, &wanted);
}

static void remove_old(const char *folder, const char *top)
{
    size_t length = 0;
    char *names = read_whole_file(list_of(folder), &length);
    struct stat status;
    for (size_t at = 0; names && at < length; at += strlen(names + at) + 1)
        if (lstat(path_join(top, names + at), &status) != 0)
            unlink(path_join(folder, names + at));
}

void copied_tree_update(const char *folder, const char *top, const struct strings *files)
{
    make_folders(path_join(folder, "x"));
    remove_old(folder, top);
    FILE *list = result_open(list_of(folder));
    if (!list)
        die("cannot write %s: %s", list_of(folder), strerror(errno));
    for (size_t i = 0; i < files->count; i++) {
        copy(path_join(top, files->at[i]), path_join(folder, files->at[i]));
        fwrite(files->at[i], 1, strlen(files->at[i]) + 1, list);
    }
    if (result_close(list) != 0)
        die("cannot write %s: %s", list_of(folder), strerror(errno));
}
