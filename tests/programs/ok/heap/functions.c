// expect: verified
// calloc, realloc, reallocarray, aligned_alloc, posix_memalign, malloc_usable_size: contents, alignment, errors.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void *work(void *unused)
{
    int *zero = calloc(10, sizeof *zero);
    for (int i = 0; i < 10; i++) {
        assert(zero[i] == 0);
        zero[i] = i;
    }
    zero = realloc(zero, 1000 * sizeof *zero);
    for (int i = 0; i < 10; i++)
        assert(zero[i] == i);
    zero = reallocarray(zero, 5, sizeof *zero);
    assert(zero[4] == 4 && malloc_usable_size(zero) >= 5 * sizeof *zero);
    void *aligned = aligned_alloc(256, 512), *page = NULL;
    assert(aligned && (uintptr_t)aligned % 256 == 0);
    assert(posix_memalign(&page, 4096, 10) == 0 && (uintptr_t)page % 4096 == 0);
    assert(posix_memalign(&page, 3, 10) == EINVAL);
    char *grown = realloc(NULL, 3);
    memcpy(grown, "ab", 3);
    assert(strcmp(grown, "ab") == 0);
    free(grown);
    free(aligned);
    free(page);
    free(zero);
    free(NULL);
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
