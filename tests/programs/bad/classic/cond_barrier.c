// expect: bug deadlock
// The same barrier used twice, with the counter itself as the condition: a thread that wakes up late finds it reset.
#include <pthread.h>

enum { N = 2 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_here = PTHREAD_COND_INITIALIZER;
static int arrived;

static void barrier(void)
{
    pthread_mutex_lock(&lock);
    if (++arrived == N)
        pthread_cond_broadcast(&all_here);
    while (arrived < N)
        pthread_cond_wait(&all_here, &lock);
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    arrived = 0;
    pthread_mutex_unlock(&lock);
}

static void *work(void *unused)
{
    barrier();
    barrier();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
