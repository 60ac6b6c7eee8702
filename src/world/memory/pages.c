/* pages.c - see pages.h. What a page of zeros contributes to the digest is kept for those of heaps and maps: large memory begins and
 * ends so. */
#include "world/memory/pages.h"

#include <sys/mman.h>

#include "base/raw.h"
#include "world/memory/hash.h"
#include "world/memory/layout.h"

typedef uint64_t pair __attribute__((vector_size(16), may_alias));

bool pages_is_zero(uint64_t page)
{
    const pair *at = (const pair *)page;
    for (const pair *end = at + PAGE / sizeof *at; at < end; at += 8) {
        pair any = at[0] | at[1] | at[2] | at[3] | at[4] | at[5] | at[6] | at[7];
        if ((any[0] | any[1]) != 0)
            return false;
    }
    return true;
}

bool pages_is_dense(const uint64_t *page)
{
    enum { APART = 31, LOOKED_AT = PAGE_WORDS / APART }; /* and no power of two, as structures and rows mostly are */
    unsigned count = 0;
    for (unsigned i = 0; i < LOOKED_AT; i++)
        count += page[i * APART] != 0;
    return count > LOOKED_AT / 2;
}

static struct digest digest_of(uint64_t page, const uint64_t *word)
{
    struct digest all = {0, 0};
    for (unsigned i = 0; i < PAGE_WORDS; i++)
        all = digest_xor(all, hash_word(page + 8 * i, word[i]));
    return all;
}

/* The digest of the page, if it holds nothing but zeros. */
static struct digest digest_of_zeros(uint64_t page)
{
    static const uint64_t zeros[PAGE_WORDS];
    static struct digest *kept;
    uint64_t offset = page - mz__layout.heap_lo, size = mz__layout.arena_size - mz__layout.slots_size;
    if (!kept)
        kept = raw_map(NULL, size / PAGE * sizeof *kept, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    if (!kept || offset >= size)
        return digest_of(page, zeros);
    struct digest *own = &kept[offset / PAGE];
    if ((own->lo | own->hi) == 0)
        *own = digest_of(page, zeros);
    return *own;
}

/* Word by word, if few of them differ from zero. */
static struct digest change_from_zeros(uint64_t page, const uint64_t *word)
{
    struct digest all = {0, 0};
    if (pages_is_dense(word))
        return digest_xor(digest_of_zeros(page), digest_of(page, word));
    for (unsigned i = 0; i < PAGE_WORDS; i++)
        if (word[i] != 0)
            all = digest_xor(all, digest_xor(hash_word(page + 8 * i, 0), hash_word(page + 8 * i, word[i])));
    return all;
}

struct digest pages_change(uint64_t page, const uint64_t *old)
{
    const uint64_t *now = (const uint64_t *)page;
    struct digest all = {0, 0};
    if (!old)
        return change_from_zeros(page, now);
    if (pages_is_zero(page))
        return change_from_zeros(page, old);
    for (unsigned i = 0; i < PAGE_WORDS; i++)
        if (old[i] != now[i])
            all = digest_xor(all, digest_xor(hash_word(page + 8 * i, old[i]), hash_word(page + 8 * i, now[i])));
    return all;
}
