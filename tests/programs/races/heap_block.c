// expect: verified
// races: 1
// A block that two threads got hold of.
#include <pthread.h>
#include <stdlib.h>

static void *work(void *block)
{
    ((int *)block)[1] = 1; // RACE
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    int *block = calloc(2, sizeof *block);
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, block);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    free(block);
    return 0;
}
