// expect: verified
// Three threads in two phases: nobody reads the second phase's input before everybody has written it.
#include <assert.h>
#include <pthread.h>

enum { N = 3 };
static pthread_barrier_t barrier;
static int written[N];

static void *work(void *number)
{
    int me = (int)(long)number;
    written[me] = me + 1;
    pthread_barrier_wait(&barrier);
    int sum = 0;
    for (int i = 0; i < N; i++)
        sum += written[i];
    assert(sum == 6);
    return NULL;
}

int main(void)
{
    pthread_t t[N];
    pthread_barrier_init(&barrier, NULL, N);
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    assert(pthread_barrier_destroy(&barrier) == 0);
    return 0;
}
