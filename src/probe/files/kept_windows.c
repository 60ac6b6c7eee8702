/* kept_windows.c - see kept_windows.h. */
#include "probe/files/kept_windows.h"

#include "base/page.h"
#include "probe/heap/maps.h"
#include "world/memory/mem.h"

static MODEL struct window windows[WINDOWS];

const struct window *window_of(uint64_t file, uint64_t at)
{
    for (const struct window *w = windows; w < windows + WINDOWS; w++)
        if (w->file == file && w->shared && at - w->offset < w->size)
            return w;
    return NULL;
}

bool window_any(uint64_t file, bool shared)
{
    for (const struct window *w = windows; w < windows + WINDOWS; w++)
        if (w->file == file && w->shared == shared)
            return true;
    return false;
}

bool window_span(uint64_t file, uint64_t *lo, uint64_t *hi)
{
    *lo = UINT64_MAX;
    *hi = 0;
    for (const struct window *w = windows; w < windows + WINDOWS; w++)
        if (w->file == file && w->shared) {
            *lo = w->lo < *lo ? w->lo : *lo;
            *hi = w->lo + w->size > *hi ? w->lo + w->size : *hi;
        }
    return *hi;
}

const struct window *window_at(uint64_t lo, uint64_t size)
{
    for (const struct window *w = windows; w < windows + WINDOWS; w++)
        if (w->file && w->lo < lo + size && lo < w->lo + w->size)
            return w;
    return NULL;
}

/* So many bytes of the window are in pages of a file of this size. */
static uint64_t there(const struct window *w, uint64_t size)
{
    uint64_t bytes = page_up(size) > w->offset ? page_up(size) - w->offset : 0;
    return bytes < w->size ? bytes : w->size;
}

bool window_open(struct window w, uint64_t size)
{
    struct window *to = windows;
    while (to < windows + WINDOWS && to->file)
        to++;
    uint64_t behind = w.lo + there(&w, size);
    if (to == windows + WINDOWS || (behind < w.lo + w.size && !maps_set(behind, w.lo + w.size, ACCESS_NONE, false)))
        return false;
    mem_set(to, w);
    return true;
}

void window_close(uint64_t lo)
{
    for (struct window *w = windows; w < windows + WINDOWS; w++)
        if (w->file && w->lo == lo)
            mem_clear(w, sizeof *w);
}

/* What lies in the last page behind the end of the file: Linux may show it when the file grows, or not. */
static bool is_clear_behind(const struct window *w, uint64_t end)
{
    for (uint64_t at = end; at % PAGE && at - w->offset < w->size; at++)
        if (*(const char *)(w->lo + (at - w->offset)))
            return false;
    return true;
}

bool windows_grow(uint64_t file, uint64_t old, uint64_t size)
{
    for (const struct window *w = windows; w < windows + WINDOWS; w++) {
        uint64_t before = there(w, old), now = there(w, size);
        if (w->file != file)
            continue;
        if (w->shared && old >= w->offset && !is_clear_behind(w, old))
            return false;
        if (now > before && !maps_set(w->lo + before, w->lo + now, (enum block_access)w->access, false))
            return false;
    }
    return true;
}
