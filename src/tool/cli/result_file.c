/* result_file.c - see result_file.h. */
#include "tool/cli/result_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tool/cli/util.h"

/* One that is being written, and does not have its name yet. */
struct unfinished {
    FILE *out;
    char *path, *temporary;
    bool  nameless; /* it has no name at all: if the tool is killed, nothing of it is left */
    struct unfinished *next;
};
static struct unfinished *unfinished;

static void forget(struct unfinished *u)
{
    int error = errno;
    if (u) {
        free(u->path);
        free(u->temporary);
        free(u);
    }
    errno = error;
}

/* --- beginning --------------------------------------------------------------------------------------------------------- */

static int make_nameless(const char *path)
{
    char *folder = format_text("%.*s", (int)(path_base(path) - path), path);
    int fd = open(*folder ? folder : ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    free(folder);
    return fd;
}

static FILE *begin(const char *path, const struct stat *there)
{
    struct unfinished *u = allocate(sizeof *u);
    u->path = realpath(path, NULL); /* a link stays one */
    u->path = u->path ? u->path : format_text("%s", path);
    u->temporary = format_text("%s.%ld.new", u->path, (long)getpid());
    int fd = make_nameless(u->path);
    u->nameless = fd >= 0;
    fd = fd >= 0 ? fd : open(u->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666); /* some file systems have none without a name */
    u->out = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!u->out) {
        forget(u);
        return NULL;
    }
    if (there)
        fchmod(fd, there->st_mode & 07777);
    u->next = unfinished;
    unfinished = u;
    return u->out;
}

bool is_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

FILE *result_open(const char *path)
{
    struct stat status;
    if (is_stdout(path))
        return stdout;
    bool there = stat(path, &status) == 0;
    FILE *out = there && !S_ISREG(status.st_mode) ? NULL : begin(path, there ? &status : NULL);
    return out || !there ? out : fopen(path, "we");
}

/* --- the end ----------------------------------------------------------------------------------------------------------- */

static struct unfinished *take(const FILE *out)
{
    for (struct unfinished **at = &unfinished; *at; at = &(*at)->next) {
        struct unfinished *u = *at;
        if (u->out != out)
            continue;
        *at = u->next;
        return u;
    }
    return NULL;
}

static bool give_name(const struct unfinished *u)
{
    char *self = format_text("/proc/self/fd/%d", fileno(u->out));
    bool named = !u->nameless || linkat(AT_FDCWD, self, AT_FDCWD, u->temporary, AT_SYMLINK_FOLLOW) == 0;
    free(self);
    return named && rename(u->temporary, u->path) == 0;
}

/* Where it has failed earlier, stdio knows that, and not why. What was written is lost, so one byte more does no harm, and tells. */
static int why_not(FILE *out)
{
    return write(fileno(out), "\n", 1) < 0 ? errno : EIO;
}

int result_close(FILE *out)
{
    struct unfinished *u = take(out);
    errno = 0;
    bool written = fflush(out) == 0 && !ferror(out);
    if (u)
        written = written && fsync(fileno(out)) == 0 && give_name(u);
    int error = written || errno ? errno : why_not(out);
    if (u && !written)
        unlink(u->temporary);
    forget(u);
    if (out != stdout && fclose(out) != 0 && written)
        return -1;
    errno = error;
    return written ? 0 : -1;
}

int result_write(const char *path, const void *bytes, size_t size)
{
    FILE *out = result_open(path);
    if (!out)
        return -1;
    fwrite(bytes, 1, size, out);
    return result_close(out);
}
