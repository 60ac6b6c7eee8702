/* place.c - a directory for a runner, which another one removes if its owner is gone.
 *
 * Whoever is killed removes nothing. So the owner holds a lock on its directory, which goes with the process, however it ends: a directory
 * of ours that nobody has locked is nobody's. Between making and locking it somebody else may take it for such a one; then it is gone when
 * it is locked, and another one is made. */
#include "tool/suite/place.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool/util.h"

#define PREFIX "mazurka-suite-"

bool is_directory(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

const char *suite_default_directory(void)
{
    const char *installed = path_join(self_library_dir(), "../../share/mazurka/suite");
    if (is_directory("suite"))
        return "suite";
    if (is_directory(installed))
        return installed;
    die("there is no folder `suite` here: name one, as in `mazurka suite list DIR`");
}

/* Our own, and unlocked: it is locked now. A descriptor, or -1. */
static int open_left_behind(int parent, const char *name)
{
    struct stat status;
    int directory = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (directory >= 0 && fstat(directory, &status) == 0 && status.st_uid == geteuid() && flock(directory, LOCK_EX | LOCK_NB) == 0)
        return directory;
    if (directory >= 0)
        close(directory);
    return -1;
}

static void remove_left_behind(const char *parent)
{
    DIR *all = opendir(parent);
    for (const struct dirent *entry; all && (entry = readdir(all)) != NULL;) {
        int directory = starts_with(entry->d_name, PREFIX) ? open_left_behind(dirfd(all), entry->d_name) : -1;
        if (directory < 0)
            continue;
        remove_directory(path_join(parent, entry->d_name));
        close(directory);
    }
    if (all)
        closedir(all);
}

/* The descriptor stays open: it is the lock. Where there are no locks on directories nothing is ever taken for left behind. */
static bool lock_place(const char *path)
{
    struct stat status;
    int directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0 && errno == ENOENT)
        return false;
    if (directory < 0 || flock(directory, LOCK_EX) != 0 || fstat(directory, &status) != 0)
        return true;
    return status.st_nlink > 0;
}

const char *place_make(void)
{
    const char *path;
    remove_left_behind(temp_parent());
    do
        path = temp_directory_named(PREFIX "XXXXXX");
    while (!lock_place(path));
    return path;
}
