// expect: verified
// Allocations that cannot be granted return NULL; a big one that is hardly touched costs nothing.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static void *work(void *unused)
{
    volatile size_t too_much = SIZE_MAX / 2;
    void *volatile block;
    block = malloc(too_much);
    assert(block == NULL);
    block = calloc(too_much, 16);
    assert(block == NULL);
    char *big = malloc((size_t)16 << 20);
    assert(big);
    big[0] = 1;
    big[((size_t)16 << 20) - 1] = 2;
    assert(big[0] == 1);
    free(big);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
