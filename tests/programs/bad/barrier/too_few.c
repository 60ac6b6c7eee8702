// expect: bug deadlock
// The barrier counts the main thread, which never comes.
#include <pthread.h>

static pthread_barrier_t barrier;

static void *work(void *unused)
{
    pthread_barrier_wait(&barrier);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_barrier_init(&barrier, NULL, 3);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
