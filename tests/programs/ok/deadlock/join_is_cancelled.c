// expect: verified
// It joins a thread that waits for its lock, until somebody cancels it: it is not stuck.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_t joined;

static void unlock(void *unused)
{
    (void)unused;
    pthread_mutex_unlock(&mutex);
}

static void *worker(void *unused)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return unused;
}

static void *leader(void *unused)
{
    pthread_mutex_lock(&mutex);
    pthread_create(&joined, NULL, worker, NULL);
    pthread_cleanup_push(unlock, NULL);
    pthread_join(joined, NULL);
    pthread_cleanup_pop(1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, leader, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    return 0;
}
