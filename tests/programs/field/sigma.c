// expect: bug assertion "sum"
// Shape: SV-COMP, pthread family, sigma: every thread adds one to an array element chosen by a shared index that the
// creator moves on; the sum need not be the number of threads. Known verdict: unsafe.
#include <assert.h>
#include <pthread.h>

enum { SIGMA = 3 };
static int array[SIGMA], array_index = -1;

static void *thread(void *unused)
{
    array[array_index] = 1;
    return unused;
}

int main(void)
{
    pthread_t t[SIGMA];
    for (int tid = 0; tid < SIGMA; tid++) {
        array_index++;
        pthread_create(&t[tid], NULL, thread, NULL);
    }
    for (int tid = 0; tid < SIGMA; tid++)
        pthread_join(t[tid], NULL);
    int sum = 0;
    for (int tid = 0; tid < SIGMA; tid++)
        sum += array[tid];
    assert(sum == SIGMA); // BUG HERE
    return 0;
}
