/* kept_files.c - see kept_files.h. */
#include "probe/files/kept_files.h"

#include <string.h>

#include "base/page.h"
#include "probe/files/kept_windows.h"
#include "world/memory/mem.h"
#include "world/setup/early_maps.h"

static MODEL struct kept_file files[KEPT_FILES];
static MODEL char bytes_of[KEPT_FILES][KEPT_BYTES]; /* zero from the size on, and where a shared window is */
static MODEL struct {
    uint64_t name, file;
} names[KEPT_NAMES];
static MODEL uint64_t used; /* places among the files, from the first on, that were ever used */

static char *bytes_in(const struct kept_file *f)
{
    return bytes_of[f - files];
}

struct kept_file *kept_now(uint64_t number)
{
    for (struct kept_file *f = files; number && f < files + used; f++)
        if (f->number == number)
            return f;
    return NULL;
}

uint64_t kept_number_at(uint64_t addr)
{
    return addr - (uint64_t)files < sizeof files ? ((const struct kept_file *)addr)->number : 0;
}

static struct kept_file *unused_file(void)
{
    for (struct kept_file *f = files; f < files + KEPT_FILES; f++)
        if (!f->number)
            return f;
    return NULL;
}

bool kept_has_room(void)
{
    return unused_file();
}

bool kept_any(void)
{
    return used || kept_has_names();
}

/* Numbers of the disk's files are odd (file_number). */
struct kept_file *kept_make(uint64_t number, uint64_t links, uint64_t mode, uint64_t called)
{
    struct kept_file *f = unused_file();
    if (!f)
        return NULL;
    uint64_t place = (uint64_t)(f - files);
    mem_will_write(f, sizeof *f);
    *f = (struct kept_file){.number = number ? number : 2 * (place + 1), .links = links, .mode = mode, .called = called};
    if (place >= used)
        mem_set(&used, place + 1);
    return f;
}

void kept_settle(struct kept_file *f, bool open)
{
    if (open || f->links || window_any(f->number, true) || window_any(f->number, false))
        return;
    mem_clear(bytes_in(f), f->size);
    mem_clear(f, sizeof *f);
}

uint64_t kept_named(uint64_t name)
{
    for (unsigned i = 0; i < KEPT_NAMES && names[i].name; i++)
        if (names[i].name == name)
            return names[i].file;
    return 0;
}

bool kept_has_names(void)
{
    return names[0].name;
}

bool kept_name(uint64_t name, uint64_t file)
{
    unsigned i = 0;
    while (i < KEPT_NAMES && names[i].name && names[i].name != name)
        i++;
    if (i == KEPT_NAMES)
        return false;
    mem_set(&names[i].name, name);
    mem_set(&names[i].file, file);
    return true;
}

/* Where a byte of it is. */
static char *place_of(const struct kept_file *f, uint64_t at)
{
    const struct window *w = window_of(f->number, at);
    return w ? (char *)w->lo + (at - w->offset) : bytes_in(f) + at;
}

/* From there on so many bytes lie together. */
static uint64_t together(uint64_t at, uint64_t count)
{
    uint64_t page = PAGE - at % PAGE;
    return count < page ? count : page;
}

const struct contents *kept_contents(const struct kept_file *f)
{
    static struct contents view;
    static char whole[KEPT_BYTES];
    bool parts = window_any(f->number, true);
    for (uint64_t at = 0, n = 0; parts && at < f->size; at += n) {
        n = together(at, f->size - at);
        memcpy(whole + at, place_of(f, at), n);
    }
    view = (struct contents){.file = f->number, .bytes = parts ? whole : bytes_in(f), .size = f->size};
    return &view;
}

static bool grow(struct kept_file *f, uint64_t size)
{
    if (!windows_grow(f->number, f->size, size))
        return false;
    mem_set(&f->size, size);
    return true;
}

bool kept_resize(struct kept_file *f, uint64_t size)
{
    if (size == f->size)
        return true;
    if (early_maps_shows(f->number))
        return false;
    if (size > f->size)
        return size <= KEPT_BYTES && grow(f, size);
    if (window_any(f->number, true) || window_any(f->number, false))
        return false;
    mem_clear(bytes_in(f) + size, f->size - size);
    mem_set(&f->size, size);
    return true;
}

void kept_fill(struct kept_file *f, const char *bytes, uint64_t count)
{
    mem_copy(bytes_in(f), bytes, count);
    mem_set(&f->size, count);
}

bool kept_write(struct kept_file *f, uint64_t at, const char *bytes, uint64_t count)
{
    if (count && (early_maps_shows(f->number) || at > KEPT_BYTES || count > KEPT_BYTES - at || window_any(f->number, false)))
        return false;
    if (count && at + count > f->size && !grow(f, at + count))
        return false;
    for (uint64_t n = 0; count > 0; at += n, bytes += n, count -= n) {
        n = together(at, count);
        mem_copy(place_of(f, at), bytes, n);
    }
    return true;
}

bool kept_map(struct kept_file *f, struct window w)
{
    uint64_t end = w.offset + w.size < f->size ? w.offset + w.size : f->size;
    for (uint64_t at = w.offset; w.shared && at < w.offset + w.size; at += PAGE)
        if (window_of(f->number, at))
            return false;
    if (!window_open(w, f->size))
        return false;
    for (uint64_t at = w.offset, n = 0; at < end; at += n) {
        n = together(at, end - at);
        mem_copy((char *)w.lo + (at - w.offset), w.shared ? bytes_in(f) + at : place_of(f, at), n);
    }
    if (w.shared && end > w.offset)
        mem_clear(bytes_in(f) + w.offset, end - w.offset);
    return true;
}

void kept_unmap(struct kept_file *f, const struct window *w)
{
    uint64_t end = w->offset + w->size < f->size ? w->offset + w->size : f->size;
    if (w->shared && end > w->offset)
        mem_copy(bytes_in(f) + w->offset, (const char *)w->lo, end - w->offset);
    window_close(w->lo);
}
