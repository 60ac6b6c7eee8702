// expect: bug deadlock "partial: thread 2 waits in lock"
// One way out of the function forgets the lock; the program does not wait for its threads.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stop;

static void *first(void *unused)
{
    pthread_mutex_lock(&lock);
    if (!stop)
        return unused;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *second(void *unused)
{
    pthread_mutex_lock(&lock); // BUG HERE
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    return 0;
}
