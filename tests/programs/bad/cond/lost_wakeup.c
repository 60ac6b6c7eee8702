// expect: bug deadlock
// The flag is tested before the mutex is taken: the signal may come between the test and the wait.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static atomic_int flag;

static void *waiter(void *unused)
{
    while (!atomic_load(&flag)) {
        pthread_mutex_lock(&lock);
        pthread_cond_wait(&ready, &lock);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, waiter, NULL);
    atomic_store(&flag, 1);
    pthread_mutex_lock(&lock);
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
