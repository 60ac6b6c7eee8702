/* A wait whose condition is looked at outside of the lock: the signal may come before it. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static _Atomic int ready;

static void *waiter(void *p)
{
    if (!ready) {
        pthread_mutex_lock(&m);
        pthread_cond_wait(&c, &m);
        pthread_mutex_unlock(&m);
    }
    return p;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, waiter, NULL);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_join(t, NULL);
    return 0;
}
