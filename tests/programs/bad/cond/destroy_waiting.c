// expect: bug misuse "destroy"
// A condition variable is destroyed while a thread still waits on it.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready;
static int flag, waiting;

static void *waiter(void *unused)
{
    pthread_mutex_lock(&lock);
    waiting = 1;
    while (!flag)
        pthread_cond_wait(&ready, &lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_cond_init(&ready, NULL);
    pthread_create(&t, NULL, waiter, NULL);
    pthread_mutex_lock(&lock);
    if (waiting)
        pthread_cond_destroy(&ready); // BUG HERE
    flag = 1;
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
