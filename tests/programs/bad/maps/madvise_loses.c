// expect: bug assertion "cache[0] == 1"
// only: -O0
// options: --race=off
// options: --race=off --reduction=none --visible=all
// options: --race=off --reduction=dpor
// One thread gives pages back while the other one relies on what it has written there.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static int *cache;

static void *fill(void *unused)
{
    cache[0] = 1;
    assert(cache[0] == 1); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t a;
    cache = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    pthread_create(&a, NULL, fill, NULL);
    madvise(cache, 1 << 16, MADV_DONTNEED);
    pthread_join(a, NULL);
    return 0;
}
