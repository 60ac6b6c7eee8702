// expect: verified
// options: --reuse=choose
// options: --reuse=choose --reduction=none
// options: --reuse=choose --self-check
// Blocks go from thread to thread and are given out again: the allocator orders who had one with who has it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *number)
{
    for (int i = 0; i < 2; i++) {
        int *block = malloc(sizeof *block);
        *block = (int)(long)number;
        int *larger = realloc(block, 100);
        assert(*larger == (int)(long)number);
        free(larger);
    }
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, (void *)1);
    worker((void *)2);
    pthread_join(t, NULL);
    return 0;
}
