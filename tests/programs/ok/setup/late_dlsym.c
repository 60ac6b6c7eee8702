// expect: verified
// options: --self-check --race=off
// options: --self-check --race=off --reduction=none
// Whether a lookup fails depends on the order of the threads: its message lies in the heap, and must not be there where it has not failed.
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int turn;

static void *look(void *unused)
{
    if (atomic_fetch_add(&turn, 1) == 0)
        assert(!dlsym(RTLD_DEFAULT, "no such function"));
    char *block = calloc(1, 64);
    for (int i = 0; i < 64; i++)
        assert(block[i] == 0);
    atomic_fetch_add(&turn, 1);
    assert(dlsym(RTLD_DEFAULT, "abs") && !dlvsym(RTLD_DEFAULT, "abs", "NO_VERSION"));
    free(block);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, look, NULL);
    pthread_create(&b, NULL, look, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
