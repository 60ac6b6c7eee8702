/* A lock that is given back twice on one way through the function. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int             jobs;

static void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    if (jobs == 0)
        pthread_mutex_unlock(&lock);
    jobs++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    jobs++;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}
