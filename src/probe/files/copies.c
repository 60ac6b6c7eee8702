/* copies.c - duplicates of descriptors, as dup makes them, and numbers that name nothing any more. Engine only. */
#include <errno.h>

#include "probe/errno.h"
#include "probe/files/descriptors.h"
#include "probe/files/kept_files.h"
#include "world/world.h"

static void set_entry(int entry, struct descriptor d)
{
    mem_will_write(&mz__descriptors[entry], sizeof d);
    mz__descriptors[entry] = d;
}

/* As set-up left it, if that was so. */
static void clear_entry(int entry)
{
    set_entry(entry, (struct descriptor){.use = inherited_use(entry) == USE_NONE ? 0 : USE_NONE + 1});
}

static bool is_named(int entry)
{
    for (int fd = 0; fd < DESCRIPTORS; fd++)
        if (descriptor_entry(fd) == entry && descriptor_use_of(fd) != USE_NONE)
            return true;
    return false;
}

void descriptor_unname(int fd)
{
    int entry = descriptor_entry(fd);
    uint64_t file = descriptor_file_of(entry);
    struct kept_file *f = kept_now(file);
    descriptors_changed();
    clear_entry(fd);
    if (is_named(entry))
        return;
    clear_entry(entry);
    if (f)
        kept_settle(f, descriptor_of_file(file, 0) >= 0);
}

static int free_entry(void)
{
    for (int entry = DESCRIPTORS; entry < FILE_ENTRIES; entry++)
        if (descriptor_use_of(entry) == USE_NONE)
            return entry;
    return -1;
}

/* The file is the search's from now on, with its position, and all that the kernel is asked of by its number. False: there is no room. */
static bool take_from_setup(struct thread *t, int fd)
{
    uint64_t from;
    enum performed otherwise;
    if (mz__descriptors[fd].file)
        return true;
    enum descriptor_use use = descriptor_use_of(fd);
    if (use & USE_READ && !descriptor_contents(t, fd, &from, &otherwise))
        return false;
    if (use & USE_BOTH)
        contents_status(inherited_file(fd), inherited_number(fd));
    bool placed = use & USE_READ || descriptor_keeps(fd);
    set_entry(fd, (struct descriptor){.file = inherited_file(fd), .position = placed ? (uint64_t)descriptor_position(fd) + 1 : 1,
                                      .use = (uint64_t)use + 1, .flags = inherited_flags(fd) | (inherited_closes(fd) ? FLAG_CLOSES : 0)});
    return true;
}

/* The entry that the number names is one that others may name as well. False: there is no room. */
static bool share(struct thread *t, int fd)
{
    if (descriptor_entry(fd) != fd)
        return true;
    int entry = free_entry();
    if (entry < 0 || !take_from_setup(t, fd))
        return false;
    struct descriptor d = mz__descriptors[fd];
    uint64_t closes = d.flags & FLAG_CLOSES;
    d.flags -= closes;
    set_entry(entry, d);
    set_entry(fd, (struct descriptor){.file = (uint64_t)entry, .use = USE_COPY + 1, .flags = closes});
    return true;
}

enum performed descriptor_copy(struct thread *t, int from, int to, bool closes)
{
    if (descriptor_use_now(from) & USE_OTHER || descriptor_has_stream(from))
        return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0, "dup of a descriptor that has a stream, or is of no regular file, is "
                            "supported only before the first thread or choice");
    if (!share(t, from))
        return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0, "dup of more than %d files is supported only before the first thread or "
                            "choice", SHARED_FILES);
    descriptors_changed();
    set_entry(to, (struct descriptor){.file = (uint64_t)descriptor_entry(from), .use = USE_COPY + 1, .flags = closes ? FLAG_CLOSES : 0});
    t->result[0] = (uint64_t)to;
    return PERFORM_RESUME;
}
