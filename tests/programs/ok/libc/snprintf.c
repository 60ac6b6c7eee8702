// expect: verified
// snprintf and sprintf into locals, globals and heap.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char global[2][32];

static void *work(void *argument)
{
    int me = (int)(long)argument;
    char local[32], *heap = malloc(32);
    volatile size_t four = 4;
    assert(snprintf(local, sizeof local, "%d-%s-%.1f", me, "x", 0.5) == 7);
    assert(snprintf(global[me], four, "%d%d%d%d", 1, 2, 3, 4) == 4 && strcmp(global[me], "123") == 0);
    assert(sprintf(heap, "%s", local) == 7 && strcmp(heap, local) == 0);
    free(heap);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, (void *)1L);
    work((void *)0L);
    pthread_join(t, NULL);
    return 0;
}
