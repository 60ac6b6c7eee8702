/* jemalloc: a block is allocated by one thread and freed by the other. */
#include <assert.h>
#include <pthread.h>

#include <jemalloc/jemalloc.h>

static int *block;

static void *give(void *unused)
{
    block = je_malloc(sizeof *block);
    assert(block);
    *block = 7;
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *mine = je_malloc(16);
    pthread_create(&thread, NULL, give, NULL);
    je_free(mine);
    pthread_join(thread, NULL);
    assert(*block == 7);
    je_free(block);
    return 0;
}
