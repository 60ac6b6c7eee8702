/* kept_files.c - see kept_files.h. */
#include "probe/files/kept_files.h"

#include "world/memory/mem.h"

static MODEL struct kept_file files[KEPT_FILES];
static MODEL char bytes_of[KEPT_FILES][KEPT_BYTES]; /* zero from the size on */
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
    if (open || f->links)
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

const struct contents *kept_contents(const struct kept_file *f)
{
    static struct contents view;
    view = (struct contents){.file = f->number, .bytes = bytes_in(f), .size = f->size};
    return &view;
}

bool kept_resize(struct kept_file *f, uint64_t size)
{
    if (size > KEPT_BYTES)
        return false;
    if (size < f->size)
        mem_clear(bytes_in(f) + size, f->size - size);
    if (size != f->size)
        mem_set(&f->size, size);
    return true;
}

bool kept_write(struct kept_file *f, uint64_t at, const char *bytes, uint64_t count)
{
    if (count && (at > KEPT_BYTES || count > KEPT_BYTES - at))
        return false;
    mem_copy(bytes_in(f) + at, bytes, count);
    if (count && at + count > f->size)
        mem_set(&f->size, at + count);
    return true;
}
