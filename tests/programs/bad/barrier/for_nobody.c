// expect: bug misuse "init of a barrier for 0 threads"
// The number is read before it is set.
#include <pthread.h>

static unsigned workers;
static pthread_barrier_t barrier;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *configure(void *unused)
{
    pthread_mutex_lock(&lock);
    workers = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, configure, NULL);
    pthread_mutex_lock(&lock);
    pthread_barrier_init(&barrier, NULL, workers); // BUG HERE
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
