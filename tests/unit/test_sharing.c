/* test_sharing.c - who owns a byte: what processes have seen of a program in parts of it, put together, is what one would have seen. */
/* sources: src/base/rng.c src/world/memory/sharing.c */
#include "world/memory/sharing.h"

#include "base/rng.h"
#include "check.h"

enum { WORDS = 4 };

/* The program's image: a few words, with their cells. */
static uint64_t image[WORDS];
static struct cell cells[WORDS];
struct hot mz__hot;
struct layout mz__layout;

struct cell *layout_cell(uint64_t addr)
{
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

int main(void)
{
    TEST(put_together);
    return check_status();
}
