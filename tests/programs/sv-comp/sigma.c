// expect: bug assertion "0"
// Each of several threads writes to an element whose index it reads, without a lock, from what all increase. In the shape of sigma.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void reach_error(void) { assert(0); } // BUG HERE

enum { THREADS = 3 };
static int *array, index_of_next = -1;

static void *work(void *unused)
{
    array[index_of_next] = 1;
    return unused;
}

int main(void)
{
    pthread_t t[THREADS];
    int sum = 0;
    array = malloc(THREADS * sizeof *array);
    for (int i = 0; i < THREADS; i++) {
        index_of_next++;
        pthread_create(&t[i], NULL, work, NULL);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < THREADS; i++)
        sum += array[i];
    if (sum != THREADS)
        reach_error();
    free(array);
    return 0;
}
