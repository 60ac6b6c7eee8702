// expect: bug deadlock
// A thread is cancelled while it holds a mutex, and no cleanup handler releases it.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    pthread_testcancel();
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_cancel(t);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
