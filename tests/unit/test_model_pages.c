/* test_model_pages.c - pages of the model's state that were written to are found, those written to later behind them, and no others. */
/* sources: src/base/raw.c src/base/reserve.c src/world/watch/model_pages.c */
#include "world/watch/model_pages.h"

#include <sys/mman.h>

#include "base/page.h"
#include "check.h"

/* The model's state begins and ends in the midst of a page. */
enum { PAGES = 8, BEFORE = 3 * PAGE / 4, BEHIND = PAGE / 2 };

static char *pages;

static uint64_t model_lo(void)
{
    return (uint64_t)pages + BEFORE;
}

static uint64_t model_hi(void)
{
    return (uint64_t)pages + PAGES * PAGE - BEHIND;
}

void extents_model(extents_visitor *each, void *data)
{
    each(model_lo(), model_hi(), data);
}

struct seen {
    uint64_t lo[PAGES], hi[PAGES];
    unsigned count;
};

static void see(uint64_t lo, uint64_t hi, void *data)
{
    struct seen *seen = data;
    seen->lo[seen->count] = lo;
    seen->hi[seen->count++] = hi;
}

static struct seen found(unsigned from, unsigned to)
{
    struct seen seen = {.count = 0};
    model_pages_each(from, to, see, &seen);
    return seen;
}

static void written_pages_are_found(void)
{
    pages = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    madvise(pages, PAGES * PAGE, MADV_NOHUGEPAGE);
    CHECK(pages != MAP_FAILED && model_pages_enable());
    CHECK_EQ(model_pages_find(), 0);
    pages[5 * PAGE + 7] = 1;
    CHECK_EQ(model_pages_find(), 1);
    struct seen seen = found(0, 1);
    CHECK(seen.count == 1 && seen.lo[0] == (uint64_t)pages + 5 * PAGE && seen.hi[0] == seen.lo[0] + PAGE);
}

static void later_ones_stand_behind(void)
{
    pages[BEFORE] = 1;
    pages[7 * PAGE] = 1;
    pages[5 * PAGE] = 1;
    CHECK_EQ(model_pages_find(), 3);
    struct seen seen = found(1, 3);
    CHECK(seen.count == 2 && seen.lo[0] == model_lo() && seen.hi[0] == (uint64_t)pages + PAGE);
    CHECK(seen.lo[1] == (uint64_t)pages + 7 * PAGE && seen.hi[1] == model_hi());
    CHECK_EQ(found(0, 1).lo[0], (uint64_t)pages + 5 * PAGE);
}

/* As if they had been moved out to disk. */
static void found_ones_stay(void)
{
    madvise(pages, PAGES * PAGE, MADV_DONTNEED);
    CHECK_EQ(model_pages_find(), 3);
}

int main(void)
{
    TEST(written_pages_are_found);
    TEST(later_ones_stand_behind);
    TEST(found_ones_stay);
    return check_status();
}
