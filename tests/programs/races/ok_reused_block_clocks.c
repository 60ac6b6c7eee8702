// expect: verified
// races: 0
// The same where clocks are needed: a block goes to another thread by a release, is freed there, and is got again by its owner.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) given;
static atomic_int looks;

static void *owner(void *unused)
{
    int *block = malloc(sizeof *block);
    *block = 1;
    atomic_store_explicit(&given, block, memory_order_release);
    for (int i = 0; i < 2; i++) {
        int *next = malloc(sizeof *next);
        *next = 2;
        free(next);
    }
    atomic_fetch_add_explicit(&looks, 1, memory_order_relaxed);
    return unused;
}

static void *user(void *unused)
{
    int *block = atomic_load_explicit(&given, memory_order_acquire);
    atomic_fetch_add_explicit(&looks, 1, memory_order_relaxed);
    if (block) {
        *block = 3;
        free(block);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, owner, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    if (!atomic_load(&given))
        return 1;
    return 0;
}
