/* file_maps.c - see file_maps.h. A file that is mapped is kept. What it shares is visible memory: calls on the file touch it. */
#include "probe/files/file_maps.h"

#include <errno.h>
#include <sys/mman.h>

#include "probe/errno.h"
#include "probe/files/descriptors.h"
#include "probe/files/file_places.h"
#include "world/blocks.h"
#include "world/setup/early_maps.h"
#include "world/world.h"

/* In the stand-in's frame: arg[2] of the operations. */
struct map_call {
    int32_t       fd;
    struct window window;
};

static enum performed refused(struct thread *t, const char *what)
{
    return world_report(t, FAULT_REFUSED, REFUSED_LATER, 0, "%s is supported only before the first thread or choice", what);
}

/* What mmap says of the descriptor; 0: nothing. */
static int map_fails(enum descriptor_use use, const struct window *w)
{
    if (use == USE_NONE)
        return EBADF;
    bool writes = w->shared && w->access == ACCESS_WRITE;
    return !(use & USE_READ) || (writes && !(use & USE_WRITE)) ? EACCES : 0;
}

/* The file is kept from now on. NULL: *otherwise is to be returned. */
static struct kept_file *keep(struct thread *t, int fd, enum performed *otherwise)
{
    uint64_t file = descriptor_file_of(descriptor_entry(fd)), from;
    struct kept_file *f = kept_now(file);
    if (f || inherited_keeps(file))
        return f ? f : descriptor_kept(t, fd, otherwise);
    const struct contents *c = descriptor_contents(t, fd, &from, otherwise);
    const struct stat *status = c ? contents_status(c->file, descriptor_in_kernel(fd)) : NULL;
    if (c && (!status || !S_ISREG(status->st_mode) || file_is_captured(c->file)))
        *otherwise = refused(t, "mmap of a file that is written, or of something other than a regular file");
    else if (c)
        return descriptor_keep(t, c->file, c, status->st_nlink, status->st_mode & 07777, otherwise);
    return NULL;
}

enum performed libcall_map_file(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    const struct map_call *call = (const struct map_call *)op->arg[2];
    struct window w = call->window;
    enum performed otherwise;
    enum descriptor_use use = descriptor_use_now(call->fd);
    if (use & ~USE_BOTH)
        return refused(t, "mmap of something other than a regular file");
    int error = map_fails(use, &w);
    struct kept_file *f = error ? NULL : keep(t, call->fd, &otherwise);
    if (!f)
        return error ? probe_fails(t, error) : otherwise;
    if (early_maps_stores(f->number) || (early_maps_shows(f->number) && w.shared && w.access == ACCESS_WRITE))
        return refused(t, "mmap of a file that is mapped already");
    w.file = f->number;
    if (!kept_map(f, w))
        return world_report(t, FAULT_REFUSED, 0, 0, "mmap of a part of a file that is mapped already, to be shared, or of more than %d "
                            "parts, is not supported", WINDOWS);
    if (w.shared)
        sharing_force(&mz__world.sharing, w.lo, w.size);
    t->result[0] = 0;
    return PERFORM_RESUME;
}

/* Another thread may have unmapped it. */
enum performed libcall_unmap_file(struct thread *t, struct op *op, unsigned choice)
{
    (void)choice;
    const struct map_call *call = (const struct map_call *)op->arg[2];
    const struct window *w = window_at(call->window.lo, call->window.size);
    struct kept_file *f = w ? kept_now(w->file) : NULL;
    if (f && (w->lo != call->window.lo || w->size != call->window.size)) {
        t->result[0] = (uint64_t)-1;
        return PERFORM_RESUME;
    }
    if (f) {
        kept_unmap(f, w);
        kept_settle(f, descriptor_of_file(f->number, 0) >= 0);
    }
    t->result[0] = 0;
    return PERFORM_RESUME;
}

/* Operations on a kept file have that as their second object. What is unmapped is read. */
int file_maps_touched(const struct op *op, struct access out[SEMANTICS_ALSO])
{
    if (op->detail == LIBCALL_UNMAP_FILE) {
        const struct window *w = &((const struct map_call *)op->arg[2])->window;
        out[0] = (struct access){w->lo, (uint32_t)w->size, false};
        return 1;
    }
    uint64_t lo, hi, file = op->size2 == sizeof(struct kept_file) ? kept_number_at(op->addr2) : 0;
    if (!file || !window_span(file, &lo, &hi))
        return 0;
    bool reads = op->detail == LIBCALL_TAKE || op->detail == LIBCALL_SCAN || op->detail == LIBCALL_LSEEK;
    out[0] = (struct access){lo, (uint32_t)(hi - lo), !reads};
    return 1;
}

/* ---- for stand-ins --------------------------------------------------------------------------------------------------------------- */

int file_maps_map(uint64_t pc, int fd, struct window w)
{
    struct map_call call = {fd, w};
    return (int)announce_from(pc, LIBCALL(MAP_FILE), mz__descriptors, sizeof mz__descriptors, 0, 0, (uint64_t)&call);
}

bool file_maps_may(uint64_t pc, int fd)
{
    descriptor_depends(pc, fd);
    return descriptor_use_now(fd) != USE_NONE;
}

int file_maps_unmap(uint64_t pc, uint64_t lo, uint64_t size)
{
    struct map_call call = {-1, {.lo = lo, .size = size}};
    return (int)announce_from(pc, LIBCALL(UNMAP_FILE), mz__descriptors, sizeof mz__descriptors, 0, 0, (uint64_t)&call);
}

bool file_maps_has(uint64_t lo, uint64_t size)
{
    return window_at(lo, size);
}
