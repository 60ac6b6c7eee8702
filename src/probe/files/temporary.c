/* temporary.c - see temporary.h; and removing what was made so. */
#include "probe/files/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/rng.h"
#include "base/text.h"
#include "probe/argument.h"
#include "probe/channels/socket_names.h"
#include "probe/errno.h"
#include "probe/files/descriptors.h"
#include "probe/files/private_files.h"
#include "probe/refuse.h"
#include "probe/thread/cancel.h"
#include "world/premise.h"
#include "world/world.h"

enum { LETTERS = 6, TRIES = 10000, MOST_PATH = 4096 };

static const char known[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/* Where the letters are; NULL: the template is wrong. */
static char *letters_of(char *template, uint64_t suffix)
{
    uint64_t length = strlen(template);
    char *letters = template + length - suffix - LETTERS;
    return length < suffix + LETTERS || memcmp(letters, "XXXXXX", LETTERS) != 0 ? NULL : letters;
}

/* ---- in set-up: libc does the rest --------------------------------------------------------------------------------------------- */

static void fill(char *letters)
{
    static struct rng rng;
    if (rng.counter == 0)
        rng_seed(&rng, mz__world.wire->config.entropy);
    for (int i = 0; i < LETTERS; i++)
        letters[i] = known[rng_below(&rng, sizeof known - 1)];
}

static int make_directory(const char *path, int unused)
{
    (void)unused;
    return REAL(mkdir)(path, 0700);
}

static int make_real_file(const char *path, int flags)
{
    return REAL_AS(open, int (*)(const char *, int, ...))(path, (flags & ~O_ACCMODE) | O_RDWR | O_CREAT | O_EXCL, 0600);
}

/* With so many letters behind the place of those that are chosen. */
static int make_real(int make(const char *path, int flags), char *template, int suffix, int flags)
{
    char *letters = suffix < 0 ? NULL : letters_of(template, (uint64_t)suffix);
    int result = -1, before = errno;
    errno = letters ? EEXIST : EINVAL;
    for (int i = 0; i < TRIES && result < 0 && errno == EEXIST; i++) {
        fill(letters);
        result = make(template, flags);
    }
    if (result >= 0)
        errno = before;
    return result;
}

/* ---- semantics, in the search -------------------------------------------------------------------------------------------------- */

/* The first name that nothing has, from that on which --entropy names. Which one that is follows from the state. Negative: an error. */
static long find_name(char *path, char *letters, uint64_t *file)
{
    uint64_t first = (mz__world.config.entropy - 1) * TRIES;
    long error = -EEXIST;
    for (unsigned i = 0; i < TRIES && error == -EEXIST; i++) {
        uint64_t rest = first + i;
        for (int k = 0; k < LETTERS; k++, rest /= sizeof known - 1)
            letters[k] = known[rest % (sizeof known - 1)];
        error = descriptor_find_room(path, file);
    }
    return error;
}

static enum performed too_many(struct thread *t)
{
    return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0,
                        "more than %d temporary files are supported only before the first thread or choice", PRIVATE_FILES);
}

/* There is room for it. */
static enum performed open_private(struct thread *t, int number, uint64_t name, bool stream)
{
    uint64_t file = private_make(name);
    descriptors_changed();
    mem_will_write(&mz__descriptors[number], sizeof(struct descriptor));
    mz__descriptors[number] = (struct descriptor){.file = file, .position = 1, .use = USE_BOTH + 1, .stream = stream};
    t->result[0] = (uint64_t)number;
    return PERFORM_RESUME;
}

/* addr2: the template, or nothing: then there is no name, and a stream; arg[2]: letters behind those that are chosen */
enum performed libcall_mkstemp(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    char path[MOST_PATH], *template = (char *)op->addr2, *letters;
    uint64_t name = 0;
    int number = descriptor_free_number(0);
    for (int fd = 0; fd < 3; fd++)
        if (descriptor_is_closed(fd))
            return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0, "opening a file after a standard stream was closed is supported only "
                                "before the first thread or choice");
    if (number < 0)
        return probe_fails(t, -number);
    if (!private_has_room())
        return too_many(t);
    if (!template)
        return open_private(t, number, 0, true);
    if (op->size2 > sizeof path)
        return probe_fails(t, ENAMETOOLONG);
    memcpy(path, template, op->size2);
    letters = (int32_t)op->arg[2] < 0 ? NULL : letters_of(path, op->arg[2]);
    long error = letters ? find_name(path, letters, &name) : -EINVAL;
    if (error < 0)
        return probe_fails(t, (int)-error);
    mem_copy(template + (letters - path), letters, LETTERS);
    return open_private(t, number, name, false);
}

/* addr2: path */
enum performed libcall_unlink(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    uint64_t name = 0;
    long error = descriptor_find(AT_FDCWD, (const char *)op->addr2, O_NOFOLLOW, &name);
    if (error == -ENOENT && socket_path_remove(name)) {
        t->result[0] = 0;
        return PERFORM_RESUME;
    }
    if (error < 0)
        return probe_fails(t, (int)-error);
    uint64_t file = private_named(name);
    if (!file)
        return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0, "removing a file that is not temporary (%s) is supported only before the "
                            "first thread or choice", (const char *)op->addr2);
    private_remove(file);
    t->result[0] = 0;
    return PERFORM_RESUME;
}

/* ---- stand-ins ------------------------------------------------------------------------------------------------------------------- */

int temporary_open(uint64_t pc)
{
    return (int)announce_from(pc, LIBCALL(MKSTEMP), mz__descriptors, sizeof mz__descriptors, 0, 0, 0);
}

char *temporary_directory(uint64_t pc, char *template)
{
    premise_met(PREMISE_RANDOM, pc); /* its name */
    return make_real(make_directory, template, 0, 0) == 0 ? template : NULL;
}

static int make_file(uint64_t pc, char *template, int suffix, int flags)
{
    premise_met(PREMISE_RANDOM, pc); /* its name */
    if (files_are_real())
        return make_real(make_real_file, template, suffix, flags);
    cancel_here(pc, MAY_CANCEL);
    if (flags & O_APPEND)
        return (int)probe_refused_later_from(pc, "mkostemp with O_APPEND");
    return (int)announce_from(pc, LIBCALL(MKSTEMP), mz__descriptors, sizeof mz__descriptors, (uint64_t)template,
                              argument_text_size(pc, template), (uint64_t)(uint32_t)suffix);
}

#define MAKE(name)                                                                        \
    STAND_IN(int, name, char *template)                                                   \
    {                                                                                     \
        if (!probe_active(NULL))                                                          \
            return REAL_AS(name, int (*)(char *))(template);                              \
        return make_file(CALLER, template, 0, 0);                                         \
    }
MAKE(mkstemp)
MAKE(mkstemp64)

#define MAKE_WITH(name, suffix, flags)                                                    \
    STAND_IN(int, name, char *template, int second)                                       \
    {                                                                                     \
        if (!probe_active(NULL))                                                          \
            return REAL_AS(name, int (*)(char *, int))(template, second);                 \
        return make_file(CALLER, template, suffix, flags);                                \
    }
MAKE_WITH(mkostemp, 0, second)
MAKE_WITH(mkostemp64, 0, second)
MAKE_WITH(mkstemps, second, 0)

static int remove_file(uint64_t pc, const char *path)
{
    path = TEXT_ARGUMENT(pc, path);
    return (int)announce_from(pc, LIBCALL(UNLINK), mz__descriptors, sizeof mz__descriptors, (uint64_t)path, argument_text_size(pc, path),
                              0);
}

/* In set-up the model's files are those of sockets only. */
static bool is_sockets(const char *path)
{
    return probe_active(NULL) && mz__world.channels && socket_path_is_ours(path);
}

#define REMOVE(name)                                                                      \
    STAND_IN(int, name, const char *path)                                                 \
    {                                                                                     \
        if (files_are_real() && !is_sockets(path))                                        \
            return REAL_AS(name, int (*)(const char *))(path);                            \
        return remove_file(CALLER, path);                                                 \
    }
REMOVE(unlink)
REMOVE(remove)
