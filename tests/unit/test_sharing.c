/* test_sharing.c - who owns a byte: what processes have seen of a program in parts of it, put together, is what one would have seen. */
/* sources: src/base/raw.c src/base/rng.c src/world/memory/sharing.c */
#include "world/memory/sharing.h"

#include "base/page.h"
#include "base/rng.h"
#include "check.h"

enum { WORDS = 4, PAGES = 3 };

/* The program's image: a few words, with their cells. */
static uint64_t image[WORDS];
static struct cell cells[WORDS];
struct hot mz__hot;
struct layout mz__layout;

/* Two heaps of a few pages: what is done to whole pages of the first is done in parts to those of the second. */
#define HEAP ARENA_LO
static struct cell heap_cells[2 * PAGES * PAGE / 8];

struct cell *layout_cell(uint64_t addr)
{
    if (addr - HEAP < 2 * PAGES * PAGE)
        return &heap_cells[(addr - HEAP) / 8];
    uint64_t word = (addr - (uint64_t)image) / 8;
    return word < WORDS ? &cells[word] : NULL;
}

void layout_note_shared(uint64_t addr)
{
    (void)addr;
}

static void clear(void)
{
    for (unsigned i = 0; i < WORDS; i++)
        cells[i] = (struct cell){0};
}

struct touch {
    tid  t;
    unsigned at, size;
    bool write;
};

static struct touch random_touch(struct rng *rng)
{
    struct touch x = {.t = rng_below(rng, 3), .size = 1 + rng_below(rng, 12), .write = rng_below(rng, 4) == 0};
    x.at = rng_below(rng, WORDS * 8 - x.size);
    return x;
}

static void touch(struct sharing *s, const struct touch *x)
{
    sharing_touch(s, x->t, (uint64_t)image + x->at, x->size, x->write);
}

static void put_together(void)
{
    enum { TOUCHES = 12, PROCESSES = 3 };
    struct rng rng;
    unsigned wrong = 0, unnoticed = 0, shared_by_all = 0;
    rng_seed(&rng, 1);
    for (unsigned round = 0; round < 20000; round++) {
        struct touch touches[TOUCHES];
        uint64_t own[PROCESSES][WORDS], together[WORDS];
        bool seen = false;
        for (unsigned i = 0; i < TOUCHES; i++)
            touches[i] = random_touch(&rng);
        unsigned count = 1 + rng_below(&rng, TOUCHES);
        for (unsigned p = 0; p < PROCESSES; p++) {
            struct sharing s = {0};
            clear();
            for (unsigned i = p; i < count; i += PROCESSES)
                touch(&s, &touches[i]);
            for (unsigned w = 0; w < WORDS; w++)
                own[p][w] = *(uint64_t *)cells[w].own;
            seen |= s.bytes > 0;
        }
        struct sharing all = {0}, leader = {0};
        clear();
        for (unsigned i = 0; i < count; i++)
            touch(&all, &touches[i]);
        for (unsigned w = 0; w < WORDS; w++)
            together[w] = *(uint64_t *)cells[w].own;
        clear();
        for (unsigned p = 0; p < PROCESSES; p++)
            for (unsigned w = 0; w < WORDS; w++)
                sharing_join(&leader, (uint64_t)&image[w], own[p][w]);
        for (unsigned w = 0; w < WORDS; w++)
            wrong += *(uint64_t *)cells[w].own != together[w];
        wrong += leader.bytes != all.bytes;
        unnoticed += all.bytes > 0 && !leader.grown;
        shared_by_all += all.bytes > 0 && !seen;
    }
    CHECK_EQ(wrong, 0);
    CHECK_EQ(unnoticed, 0);
    CHECK(shared_by_all > 100);
}

/* So that no touch is of a whole page. */
static bool touch_in_parts(struct sharing *s, tid t, uint64_t addr, uint64_t size, bool write)
{
    bool shared = false;
    for (uint64_t part; size > 0; addr += part, size -= part) {
        part = size < PAGE / 2 ? size : PAGE / 2;
        shared |= sharing_touch(s, t, addr, part, write);
    }
    return shared;
}

static uint64_t random_range(struct rng *rng, uint64_t *size)
{
    bool whole = rng_below(rng, 2);
    uint64_t from = rng_below(rng, PAGES) * PAGE + (whole ? 0 : rng_below(rng, PAGE));
    uint64_t most = PAGES * PAGE - from;
    *size = whole ? (1 + rng_below(rng, (unsigned)(most / PAGE))) * PAGE : 1 + rng_below(rng, (unsigned)most);
    return from;
}

static unsigned differences(void)
{
    unsigned differ = 0;
    for (uint64_t i = 0; i < PAGES * PAGE / 8; i++) {
        uint64_t one = HEAP + 8 * i, other = one + PAGES * PAGE;
        differ += sharing_owners(layout_cell(one), one) != sharing_owners(layout_cell(other), other);
    }
    return differ;
}

static void whole_pages(void)
{
    enum { ROUNDS = 400, TOUCHES = 12 };
    struct rng rng;
    unsigned wrong = 0, by_page = 0;
    mz__layout.heap_lo = HEAP;
    mz__layout.arena_size = 2 * PAGES * PAGE;
    sharing_prepare();
    rng_seed(&rng, 2);
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct sharing one = {0}, other = {0};
        for (unsigned i = 0; i < 2 * PAGES; i++)
            mz__page_owner[i] = OWN_UNTOUCHED;
        for (unsigned i = 0; i < 2 * PAGES * PAGE / 8; i++)
            heap_cells[i] = (struct cell){0};
        for (unsigned i = 0, count = 1 + rng_below(&rng, TOUCHES); i < count; i++) {
            uint64_t size, at = HEAP + random_range(&rng, &size);
            tid t = rng_below(&rng, 3);
            bool write = rng_below(&rng, 3) == 0;
            byte_owner owner;
            wrong += sharing_touch(&one, t, at, size, write) != touch_in_parts(&other, t, at + PAGES * PAGE, size, write);
            wrong += one.bytes != other.bytes || one.grown != other.grown || differences();
            wrong += sharing_is_shared(at, size) != sharing_is_shared(at + PAGES * PAGE, size);
            by_page += sharing_page_owner(HEAP, &owner) && mz__page_owner[0] != OWN_UNTOUCHED;
        }
    }
    CHECK_EQ(wrong, 0);
    CHECK(by_page > ROUNDS / 4);
}

int main(void)
{
    TEST(put_together);
    TEST(whole_pages);
    return check_status();
}
