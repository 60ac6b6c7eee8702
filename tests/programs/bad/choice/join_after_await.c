// expect: bug deadlock
// Whoever waits where the others are awaited never runs again: it cannot be joined.
#include <mazurka.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *take(void *unused)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_mutex_lock(&lock);
    pthread_create(&a, NULL, take, NULL);
    mz_assert(mz_await_others() == 1);
    pthread_mutex_unlock(&lock);
    pthread_join(a, NULL);
    return 0;
}
