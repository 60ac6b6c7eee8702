/* heap_model.h - for test_heap.c, which includes the heap before: blocks with contents that only they can have, and images of arenas. */
#ifndef MZ_TESTS_HEAP_MODEL_H
#define MZ_TESTS_HEAP_MODEL_H

#include "../random.h"

static size_t random_size(void)
{
    switch (random_below(16)) {
    case 0: return random_below(300000);
    case 1: case 2: return random_below(20000);
    case 3: case 4: case 5: return random_below(2100);
    case 6: return 0;
    default: return random_below(130);
    }
}

static bool is_zero(const void *p, size_t size)
{
    const char *bytes = p;
    return size == 0 || (bytes[0] == 0 && memcmp(bytes, bytes + 1, size - 1) == 0);
}

/* ---- a model: blocks with contents that only they can have --------------------------------------------------------- */

enum { BLOCKS = 3000 };
static struct model_block {
    unsigned char *p;
    size_t         size;
    uint32_t       stamp;
} model[BLOCKS];

static unsigned char pattern(uint32_t stamp, size_t i) { return (unsigned char)(stamp * 37 + i * 11 + (i >> 8) + 1); }

static void fill(struct model_block *b)
{
    static uint32_t stamps;
    b->stamp = ++stamps;
    mem_will_write(b->p, b->size);
    for (size_t i = 0; i < b->size; i++)
        b->p[i] = pattern(b->stamp, i);
}

static bool intact(const struct model_block *b, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (b->p[i] != pattern(b->stamp, i))
            return false;
    return true;
}

static void model_step(void)
{
    struct model_block *b = &model[random_below(BLOCKS)];
    tid t = (tid)random_below(4);
    if (!b->p) {
        b->size = random_size();
        b->p = do_malloc(t, b->size);
        CHECK(b->p && (uint64_t)b->p % 16 == 0 && heap_owner((uint64_t)b->p) == t && is_zero(b->p, b->size));
        fill(b);
    } else if (random_below(3) == 0) {
        size_t size = random_size() + 1, kept = size < b->size ? size : b->size;
        CHECK(intact(b, b->size));
        tid owner = heap_owner((uint64_t)b->p);
        b->p = do_realloc(t, b->p, size);
        CHECK(b->p && intact(b, kept) && is_zero(b->p + kept, size - kept) && heap_owner((uint64_t)b->p) == owner);
        b->size = size;
        fill(b);
    } else {
        CHECK(intact(b, b->size) && malloc_usable_size(b->p) == b->size);
        do_free(t, b->p);
        b->p = NULL;
    }
    CHECK(fault_text[0] == 0);
}

static void model_check_all(void)
{
    for (int i = 0; i < BLOCKS; i++)
        CHECK(!model[i].p || intact(&model[i], model[i].size));
}

static void model_free_all(void)
{
    for (int i = 0; i < BLOCKS; i++)
        if (model[i].p)
            do_free((tid)random_below(4), model[i].p);
    memset(model, 0, sizeof model);
}

/* ---- the bytes of arenas ------------------------------------------------------------------------------------------- */

enum { COMPARED = 4 }; /* arenas */
struct image {
    char    *bytes[COMPARED];
    uint64_t size[COMPARED];
};

static struct image image_take(void)
{
    struct image image;
    for (tid t = 0; t < COMPARED; t++) {
        image.size[t] = mz__layout.heap_committed[t];
        image.bytes[t] = mmap(NULL, image.size[t] + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        memcpy(image.bytes[t], (void *)arena_heap_lo(t), image.size[t]);
    }
    return image;
}

static void image_drop(struct image *image)
{
    for (tid t = 0; t < COMPARED; t++)
        munmap(image->bytes[t], image->size[t] + 1);
}

/* Is the arena what it was? What was not accessible then must be zero now. */
static bool image_equal(const struct image *image, bool quiet_too)
{
    for (tid t = 0; t < COMPARED; t++)
        for (uint64_t at = 0; at < mz__layout.heap_committed[t]; at += 8) {
            uint64_t was = at < image->size[t] ? *(uint64_t *)(image->bytes[t] + at) : 0;
            uint64_t is = *(uint64_t *)(arena_heap_lo(t) + at);
            bool quiet = quiet_words[(arena_heap_lo(t) + at - mz__layout.heap_lo) / 8] & WORD_QUIET;
            if (was != is && (quiet_too || !quiet)) {
                printf("# arena %u differs at offset 0x%lx: 0x%lx, was 0x%lx\n", t, (unsigned long)at, (unsigned long)is,
                       (unsigned long)was);
                return false;
            }
        }
    return true;
}

static struct image image_of_nothing(void)
{
    return (struct image){0};
}

#endif
