// expect: verified
// ends: 2
// A signal wakes any one of the waiters: with two of them waiting either may be the first.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turn = PTHREAD_COND_INITIALIZER, waiting = PTHREAD_COND_INITIALIZER;
static int waiters, first;

static void *waiter(void *name)
{
    pthread_mutex_lock(&lock);
    if (++waiters == 2)
        pthread_cond_signal(&waiting);
    pthread_cond_wait(&turn, &lock);
    if (first == 0)
        first = (int)(long)name;
    pthread_cond_signal(&turn);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, waiter, (void *)1L);
    pthread_create(&b, NULL, waiter, (void *)2L);
    pthread_mutex_lock(&lock);
    while (waiters < 2)
        pthread_cond_wait(&waiting, &lock);
    pthread_cond_signal(&turn);
    pthread_mutex_unlock(&lock);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
