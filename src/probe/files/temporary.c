/* temporary.c - see temporary.h. */
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
#include "probe/errno.h"
#include "probe/files/descriptors.h"
#include "probe/files/file_places.h"
#include "probe/refuse.h"
#include "probe/thread/cancel.h"
#include "world/premise.h"
#include "world/world.h"

enum { LETTERS = 6, TRIES = 10000, MOST_PATH = 4096 };

static const char known[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/* Place of the letters; NULL: the template is wrong. */
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
static long find_name(char *path, char *letters, struct place *p)
{
    uint64_t first = (mz__world.config.entropy - 1) * TRIES;
    for (unsigned i = 0; i < TRIES; i++) {
        uint64_t rest = first + i;
        for (int k = 0; k < LETTERS; k++, rest /= sizeof known - 1)
            letters[k] = known[rest % (sizeof known - 1)];
        *p = (struct place){.directory = AT_FDCWD, .path = path};
        long error = place_find(p);
        if (error < 0 || p->refused || !p->file)
            return error < 0 ? error : place_may_change(p);
    }
    return -EEXIST;
}

/* p: its name, or NULL. */
static enum performed open_kept(struct thread *t, int number, const struct place *p, uint64_t flags)
{
    enum performed otherwise;
    struct kept_file *f = descriptor_keep(t, 0, NULL, p ? 1 : 0, 0600, &otherwise);
    if (!f)
        return otherwise;
    if (p) {
        contents_name(p->name, p->path);
        mem_set(&f->called, p->name);
    }
    if (p && !kept_name(p->name, f->number))
        return descriptor_refuse_size(t);
    descriptors_changed();
    mem_will_write(&mz__descriptors[number], sizeof(struct descriptor));
    mz__descriptors[number] = (struct descriptor){.file = f->number, .position = 1, .use = USE_BOTH + 1, .stream = !p,
                                                   .flags = descriptor_flags_kept((int)flags | O_RDWR)};
    t->result[0] = (uint64_t)number;
    return PERFORM_RESUME;
}

/* addr2: the template, or nothing: then there is no name, and a stream; arg[2]: letters behind those that are chosen, and flags */
enum performed libcall_mkstemp(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    char path[MOST_PATH], *template = (char *)op->addr2, *letters;
    struct place p = {0};
    int number = descriptor_free_number(0);
    for (int fd = 0; fd < 3; fd++)
        if (descriptor_is_closed(fd))
            return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0, "opening a file after a standard stream was closed is supported only "
                                "before the first thread or choice");
    if (number < 0)
        return probe_fails(t, -number);
    if (!template)
        return open_kept(t, number, NULL, 0);
    if (op->size2 > sizeof path)
        return probe_fails(t, ENAMETOOLONG);
    memcpy(path, template, op->size2);
    letters = (int32_t)op->arg[2] < 0 ? NULL : letters_of(path, (uint32_t)op->arg[2]);
    long error = letters ? find_name(path, letters, &p) : -EINVAL;
    if (error < 0)
        return probe_fails(t, (int)-error);
    if (p.refused)
        return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0, "%s is supported only before the first thread or choice", p.refused);
    mem_copy(template + (letters - path), letters, LETTERS);
    return open_kept(t, number, &p, op->arg[2] >> 32);
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
    return (int)announce_from(pc, LIBCALL(MKSTEMP), mz__descriptors, sizeof mz__descriptors, (uint64_t)template,
                              argument_text_size(pc, template), (uint32_t)suffix | (uint64_t)(uint32_t)flags << 32);
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
