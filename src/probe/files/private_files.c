/* private_files.c - see private_files.h. */
#include "probe/files/private_files.h"

#include "world/memory/mem.h"

static MODEL struct private_file {
    uint64_t open; /* plus 1 if it has a name: 0: this place is free */
    uint64_t name;
    uint64_t size;
    char     bytes[PRIVATE_BYTES]; /* zero from the size on */
} files[PRIVATE_FILES];

enum { NUMBER_BITS = 8 };

static struct private_file *at(uint64_t file)
{
    return &files[(file & ((1 << NUMBER_BITS) - 1)) / 2 - 1];
}

static uint64_t number_of(const struct private_file *f)
{
    return (uint64_t)(f - files + 1) * 2;
}

static struct private_file *unused_file(void)
{
    for (struct private_file *f = files; f < files + PRIVATE_FILES; f++)
        if (!f->open)
            return f;
    return NULL;
}

bool private_has_room(void)
{
    return unused_file();
}

uint64_t private_make(uint64_t name)
{
    struct private_file *f = unused_file();
    if (!f)
        return 0;
    mem_set(&f->open, (uint64_t)(name ? 2 : 1));
    mem_set(&f->name, name);
    return number_of(f);
}

uint64_t private_named(uint64_t name)
{
    for (const struct private_file *f = files; name && f < files + PRIVATE_FILES; f++)
        if (f->name == name)
            return number_of(f);
    return 0;
}

bool private_has_names(void)
{
    for (const struct private_file *f = files; f < files + PRIVATE_FILES; f++)
        if (f->name)
            return true;
    return false;
}

void private_close(uint64_t file)
{
    struct private_file *f = at(file);
    mem_set(&f->open, f->open - 1);
    if (f->open)
        return;
    mem_clear(f->bytes, f->size);
    mem_set(&f->size, (uint64_t)0);
}

void private_remove(uint64_t file)
{
    mem_set(&at(file)->name, (uint64_t)0);
    private_close(file);
}

const struct contents *private_contents(uint64_t file)
{
    static struct contents view;
    const struct private_file *f = at(file);
    view = (struct contents){.file = file, .bytes = f->bytes, .size = f->size};
    return &view;
}

bool private_write(uint64_t file, uint64_t to, const char *bytes, uint64_t count)
{
    struct private_file *f = at(file);
    if (to > PRIVATE_BYTES || count > PRIVATE_BYTES - to)
        return false;
    mem_copy(f->bytes + to, bytes, count);
    if (count && to + count > f->size)
        mem_set(&f->size, to + count);
    return true;
}

uint64_t private_mark(uint64_t file, uint64_t from, uint64_t count)
{
    if (!private_is(file))
        return file;
    const char *bytes = at(file)->bytes + from;
    uint64_t h = count + 1;
    for (uint64_t i = 0; i < count; i++)
        h = (h ^ (unsigned char)bytes[i]) * 0x100000001b3ULL;
    return file | (h ^ h >> 32) << NUMBER_BITS;
}

const char *private_marked(uint64_t marked, uint64_t from, uint64_t count)
{
    uint64_t file = marked & ((1 << NUMBER_BITS) - 1);
    return private_mark(file, from, count) == marked ? at(file)->bytes + from : NULL;
}
