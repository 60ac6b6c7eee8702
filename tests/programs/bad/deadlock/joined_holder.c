// expect: bug deadlock "partial: thread 1 waits in join, thread 2 waits in lock"
// It joins a thread that waits for its lock; the program ends, and nobody has noticed.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *leader(void *unused)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_mutex_lock(&mutex);
    pthread_join(thread, NULL); // BUG HERE
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, leader, NULL);
    return 0;
}
