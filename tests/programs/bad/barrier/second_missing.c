// expect: bug assertion "next"
// After the first phase the second value is written and read without a second barrier.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int current[2], next[2];

static void *work(void *number)
{
    int me = (int)(long)number;
    current[me] = 1;
    pthread_barrier_wait(&barrier);
    next[me] = current[0] + current[1];
    assert(next[1 - me] == 2); // BUG HERE
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&t, NULL, work, (void *)1L);
    work((void *)0L);
    pthread_join(t, NULL);
    return 0;
}
