/* surroundings.c - see surroundings.h. */
#include "tool/checkpoint/surroundings.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "model/calls.h"
#include "tool/cli/util.h"

static uint64_t nanoseconds(struct timespec t)
{
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* What is there in the file's place now. Where it was only tried to open it, permissions count. */
static struct wire_file look_at(const struct wire_file *then)
{
    struct wire_file f = *then;
    struct stat now;
    f.inode = f.changed = 0;
    if (stat(f.path, &now) != 0) {
        f.size = (uint64_t)errno;
        return f;
    }
    f.inode = now.st_ino;
    f.size = (uint64_t)now.st_size;
    f.changed = nanoseconds(f.noted == WIRE_FILE_OPENED ? now.st_ctim : now.st_mtim);
    return f;
}

void surroundings_look_at(struct wire_file *f)
{
    if (f->noted == WIRE_FILE_OPENED)
        *f = look_at(f);
}

char *surroundings_input(void)
{
    struct stat now;
    if (fstat(STDIN_FILENO, &now) != 0)
        return format_text("0 none");
    return format_text("%" PRIu64 " at %" PRId64, (uint64_t)now.st_ino, (int64_t)lseek(STDIN_FILENO, 0, SEEK_CUR));
}

const char *surroundings_asked(const struct wire *w)
{
    for (uint32_t i = 0; i < w->guarded && i < WIRE_MAX_GUARDED; i++) {
        const struct wire_guarded *g = &w->guarded_function[i];
        uint64_t traits = g->flags & WIRE_GUARDED_LATER ? calls_traits(g->name) : 0;
        if (traits & TRAIT_SURROUNDINGS || traits_path(traits))
            return g->name;
    }
    return NULL;
}

static char *file_difference(const struct wire_file *f, const char *input_then)
{
    const char *how = f->noted == WIRE_FILE_OPENED ? "opened" : "read";
    struct wire_file now = look_at(f);
    bool input = f->inode != 0 && f->inode == strtoull(input_then, NULL, 10);
    if (input && strcmp(input_then, surroundings_input()) != 0)
        return format_text("standard input, which the program had read, is not %s, or not at the same place in it", f->path);
    if (now.inode == 0 && f->inode != 0)
        return format_text("%s, which the program had %s: %s", f->path, how, strerror((int)now.size));
    if (now.inode != 0 && f->inode == 0)
        return format_text("%s is there, and the program had found none", f->path);
    if (now.inode != f->inode || now.size != f->size || now.changed != f->changed)
        return format_text("%s, which the program had %s, has changed since", f->path, how);
    return NULL;
}

char *surroundings_difference(const struct log_file *log, const char *input_then)
{
    char *why = NULL;
    for (size_t i = 0; i < log->count && !why; i++)
        if (log->blocks[i].type == LOG_FILES)
            why = file_difference(log->blocks[i].bytes, input_then);
    return why;
}
