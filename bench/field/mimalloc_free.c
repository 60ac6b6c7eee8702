/* mimalloc: a block of the first thread is freed by another, while the first allocates. */
#include <assert.h>
#include <pthread.h>

#include <mimalloc.h>

static int *block;

static void *take(void *unused)
{
    assert(*block == 7);
    mi_free(block);
    return unused;
}

int main(void)
{
    pthread_t thread;
    block = mi_malloc(sizeof *block);
    assert(block);
    *block = 7;
    pthread_create(&thread, NULL, take, NULL);
    void *mine = mi_malloc(16);
    mi_free(mine);
    pthread_join(thread, NULL);
    return 0;
}
