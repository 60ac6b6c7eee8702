/* library_tls.c - see library_tls.h. */
#include "world/state/library_tls.h"

#include <string.h>
#include <sys/mman.h>

#include "base/raw.h"
#include "world/memory/hash.h"
#include "world/memory/undo.h"
#include "world/state/tcb.h"

typedef uint64_t pair __attribute__((vector_size(16), aligned(8), may_alias));

struct copy {
    struct digest digest;
    uint64_t      word[];
};

static struct {
    char    *last;    /* a struct copy for each thread: when the last epoch ended */
    char    *initial; /* and when its control block was new */
    uint64_t size;    /* of one, all of it */
    uint64_t bytes;   /* of contents */
    uint64_t *home[MAX_THREADS]; /* where they are */
} copies;

static struct copy *copy_of(tid t)
{
    return (struct copy *)(copies.last + t * copies.size);
}

static struct copy *initial_of(tid t)
{
    return (struct copy *)(copies.initial + t * copies.size);
}

bool library_tls_prepare(void)
{
    uint64_t lo, hi;
    tcb_foreign(0, &lo, &hi);
    copies.bytes = hi - lo;
    copies.size = sizeof(struct copy) + ((copies.bytes + sizeof(pair) - 1) & -sizeof(pair));
    copies.last = raw_map(NULL, 2 * MAX_THREADS * copies.size, PROT_READ | PROT_WRITE, MAP_NORESERVE);
    copies.initial = copies.last + MAX_THREADS * copies.size;
    return copies.last != NULL;
}

static void take(struct copy *c, const uint64_t *now)
{
    memcpy(c->word, now, copies.bytes);
    c->digest = hash_bytes(c->word, copies.bytes);
}

void library_tls_made(tid t)
{
    uint64_t lo, hi;
    tcb_foreign(tcb_of(t), &lo, &hi);
    copies.home[t] = (uint64_t *)lo;
    take(copy_of(t), copies.home[t]);
    take(initial_of(t), copies.home[t]);
}

void library_tls_adopt(tid t)
{
    take(copy_of(t), copies.home[t]);
}

void library_tls_reset(tid t)
{
    memcpy(copies.home[t], initial_of(t)->word, copies.bytes);
}

static bool same_words(const uint64_t *a, const uint64_t *b, uint64_t size)
{
    const pair *x = (const pair *)a, *y = (const pair *)b;
    pair difference = {0, 0};
    uint64_t words = size / 8, n = 0;
    for (; n + 8 <= words; n += 8, x += 4, y += 4)
        difference |= (x[0] ^ y[0]) | (x[1] ^ y[1]) | (x[2] ^ y[2]) | (x[3] ^ y[3]);
    uint64_t rest = difference[0] | difference[1];
    for (; n < words; n++)
        rest |= a[n] ^ b[n];
    return rest == 0;
}

struct digest library_tls_settle(tid t)
{
    struct copy *c = copy_of(t);
    uint64_t *now = copies.home[t];
    if (!same_words(c->word, now, copies.bytes)) {
        undo_block_as(now, c->word, copies.bytes);
        undo_block(c, copies.size);
        take(c, now);
    }
    return c->digest;
}

void library_tls_restore(tid t)
{
    memcpy(copies.home[t], copy_of(t)->word, copies.bytes);
}

const uint64_t *library_tls_settled(tid t, uint64_t addr)
{
    uint64_t offset = addr - (uint64_t)copies.home[t];
    return offset < copies.bytes ? &copy_of(t)->word[offset / 8] : NULL;
}
