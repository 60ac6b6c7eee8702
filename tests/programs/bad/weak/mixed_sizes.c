// expect: bug assertion "read[0] != 2 || read[1] != 58"
// options: --memory-model=c11
// What is accessed in two sizes is sequentially consistent: each store takes from the load what it might have read.
#include <assert.h>
#include <pthread.h>

static _Alignas(16) unsigned char at[16];
static long read[2];

static void *store(void *unused)
{
    read[0] = 1 + __atomic_load_n((unsigned short *)(at + 2), __ATOMIC_RELAXED);
    __atomic_store_n((unsigned *)at, 1, __ATOMIC_RELAXED);
    __atomic_store_n((unsigned *)at, 2, __ATOMIC_RELAXED);
    return unused;
}

static void *load(void *unused)
{
    long v = __atomic_fetch_add((unsigned short *)(at + 2), 1, __ATOMIC_RELAXED) * 7;
    v = v * 7 + 50 + __atomic_load_n((unsigned *)(at + 4), __ATOMIC_ACQUIRE) * 7;
    read[1] = v + 7 + __atomic_load_n((unsigned short *)at, __ATOMIC_ACQUIRE);
    return unused;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, store, 0);
    pthread_create(&t, 0, load, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(read[0] != 2 || read[1] != 58);
}
