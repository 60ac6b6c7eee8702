// expect: verified
// Locks, heap and output without a second thread: one state, no choice.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    int *block = malloc(100 * sizeof *block);
    for (int i = 0; i < 100; i++) {
        pthread_mutex_lock(&lock);
        block[i] = i;
        pthread_mutex_unlock(&lock);
    }
    assert(block[99] == 99);
    printf("%d\n", block[50]);
    free(block);
    return 0;
}
