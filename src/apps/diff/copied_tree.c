/* copied_tree.c - see copied_tree.h. */
#include "apps/diff/copied_tree.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "apps/diff/code/source_texts.h"
#include "tool/cli/options.h"
#include "tool/cli/result_file.h"

/* The list beside the copy has of each of its files the name, and what the file was when it was copied, each with a NUL behind it. */
static char *list_of(const char *folder)
{
    return format_text("%s.files", folder);
}

/* The list has another name until the build has come to its end. */
static char *list_of_build(const char *folder)
{
    return format_text("%s.build", folder);
}

/* --- one file ----------------------------------------------------------------------------------------------------------------- */

/* A relative link that leads out of the tree would lead elsewhere from the copy. */
static const char *link_target(const char *from, const char *top, const char *target)
{
    char *whole = target[0] == '/' ? NULL : realpath(from, NULL), *root = realpath(top, NULL);
    bool within = whole && root && starts_with(whole, root) && whole[strlen(root)] == '/';
    return whole && !within ? whole : target;
}

static void copy_link(const char *from, const char *top, const char *to)
{
    char target[4096];
    ssize_t length = readlink(from, target, sizeof target - 1);
    target[length < 0 ? 0 : length] = '\0';
    unlink(to);
    if (length < 0 || symlink(link_target(from, top, target), to) != 0)
        die("cannot copy %s to %s: %s", from, to, strerror(errno));
}

/* The copy is as young as it is: a file that was put in the place of another may be older than what was built of that one. */
static void copy_file(const char *from, const char *to, const struct stat *status)
{
    size_t length;
    char *text = read_whole_file(from, &length);
    unlink(to);
    FILE *copy = text ? fopen(to, "wbxe") : NULL;
    bool good = copy && fwrite(text, 1, length, copy) == length && fchmod(fileno(copy), status->st_mode & 0777) == 0;
    if (!good || fclose(copy) != 0)
        die("cannot copy %s to %s: %s", from, to, strerror(errno));
    free(text);
}

static void copy(const char *top, const char *folder, const char *name)
{
    const char *from = path_join(top, name), *to = path_join(folder, name);
    struct stat status;
    if (lstat(from, &status) != 0 || !(S_ISREG(status.st_mode) || S_ISLNK(status.st_mode)))
        return;
    if (!make_folders(to))
        die("cannot make the folder of %s: %s", to, strerror(errno));
    if (S_ISLNK(status.st_mode))
        copy_link(from, top, to);
    else
        copy_file(from, to, &status);
}

/* --- what differs --------------------------------------------------------------------------------------------------------------- */

/* What a file is, without a look into it. */
static char *stamp_of(const char *path)
{
    struct stat s;
    if (lstat(path, &s) != 0)
        return format_text("none");
    return format_text("%o %" PRIu64 " %" PRIu64 " %" PRIu64 ".%09ld %" PRIu64 ".%09ld", s.st_mode, (uint64_t)s.st_ino, (uint64_t)s.st_size,
        (uint64_t)s.st_mtim.tv_sec, s.st_mtim.tv_nsec, (uint64_t)s.st_ctim.tv_sec, s.st_ctim.tv_nsec);
}

/* Stamps of the files, and behind them of the command that compiles them. */
static struct strings stamps_of(const char *top, const struct strings *files)
{
    struct strings stamps = {0};
    for (size_t i = 0; i < files->count; i++)
        strings_add(&stamps, stamp_of(path_join(top, files->at[i])));
    strings_add(&stamps, stamp_of(self_path()));
    return stamps;
}

static const char *name_of(const struct strings *files, size_t i)
{
    return i < files->count ? files->at[i] : self_path();
}

/* Stamps of the last build. False: there is none with these files. */
static bool read_stamps(const char *folder, const struct strings *files, struct strings *stamps)
{
    size_t length = 0, count = 0;
    char *text = read_whole_file(list_of(folder), &length);
    bool same = text != NULL;
    for (size_t at = 0; same && at < length; at += strlen(text + at) + 1, count++) {
        if (count % 2)
            strings_add(stamps, text + at);
        else
            same = count / 2 <= files->count && strcmp(text + at, name_of(files, count / 2)) == 0;
    }
    return same && stamps->count == files->count + 1;
}

static bool same_content(const char *a, const char *b)
{
    struct stat x, y;
    if (lstat(a, &x) != 0 || lstat(b, &y) != 0 || !S_ISREG(x.st_mode) || !S_ISREG(y.st_mode) || x.st_size != y.st_size ||
        (x.st_mode & 0777) != (y.st_mode & 0777))
        return false;
    size_t length, other;
    char *text = read_whole_file(a, &length), *copied = read_whole_file(b, &other);
    bool same = text && copied && length == other && memcmp(text, copied, length) == 0;
    free(text);
    free(copied);
    return same;
}

/* Files that are not as they were at the last build. False: what that build has made is of no use. */
static bool find_edited(const char *folder, const char *top, const struct strings *files, const struct strings *stamps, bool tracks,
                        struct strings *edited)
{
    struct strings before = {0};
    if (!read_stamps(folder, files, &before) || strcmp(before.at[files->count], stamps->at[files->count]) != 0)
        return false;
    for (size_t i = 0; i < files->count; i++) {
        const char *name = files->at[i];
        if (strcmp(stamps->at[i], before.at[i]) == 0 || same_content(path_join(top, name), path_join(folder, name)))
            continue;
        if (!tracks || !is_source_name(name))
            return false;
        strings_add(edited, name);
    }
    return true;
}

/* --- the whole ------------------------------------------------------------------------------------------------------------------ */

bool copied_tree_reserve(const char *folder)
{
    const char *path = format_text("%s.lock", folder);
    int lock = make_folders(path) ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (lock < 0)
        return false;
    if (flock(lock, LOCK_EX | LOCK_NB) == 0)
        return true; /* until the process ends */
    close(lock);
    return false;
}

static void write_list(const char *path, const struct strings *files, const struct strings *stamps)
{
    FILE *list = result_open(path);
    if (!list)
        die("cannot write %s: %s", path, strerror(errno));
    for (size_t i = 0; i < stamps->count; i++) {
        fwrite(name_of(files, i), 1, strlen(name_of(files, i)) + 1, list);
        fwrite(stamps->at[i], 1, strlen(stamps->at[i]) + 1, list);
    }
    if (result_close(list) != 0)
        die("cannot write %s: %s", path, strerror(errno));
}

void copied_tree_update(const char *folder, const char *top, const struct strings *files, bool tracks)
{
    struct strings stamps = stamps_of(top, files), edited = {0};
    const struct strings *wanted = &edited;
    if (!find_edited(folder, top, files, &stamps, tracks, &edited)) {
        remove_directory(folder);
        wanted = files;
    }
    unlink(list_of(folder));
    if (!make_folders(path_join(folder, "x")))
        die("cannot make the folder %s: %s", folder, strerror(errno));
    for (size_t i = 0; i < wanted->count; i++)
        copy(top, folder, wanted->at[i]);
    write_list(list_of_build(folder), files, &stamps);
}

void copied_tree_built(const char *folder)
{
    if (rename(list_of_build(folder), list_of(folder)) != 0)
        die("cannot write %s: %s", list_of(folder), strerror(errno));
}
