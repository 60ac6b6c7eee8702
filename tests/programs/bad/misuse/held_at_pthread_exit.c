// expect: bug misuse "thread 1 ends and still holds a mutex"
// options: --held-at-exit
// Of two locks the one that is still held; the line is that of the call which took it.
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void leave(void)
{
    pthread_mutex_unlock(&first);
    pthread_exit(NULL);
}

static void *work(void *unused)
{
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second); // BUG HERE
    leave();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
