// Whoever awaits the others finds one that waits for ever: the wake-up came before the wait.
#include <mazurka.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t  filled = PTHREAD_COND_INITIALIZER;
static int             full;

static void *take(void *unused)
{
    pthread_mutex_lock(&lock);
#ifdef FIXED
    while (!full)
#endif
        pthread_cond_wait(&filled, &lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *give(void *unused)
{
    pthread_mutex_lock(&lock);
    full = 1;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t taker, giver;
    pthread_create(&taker, NULL, take, NULL);
    pthread_create(&giver, NULL, give, NULL);
    mz_assert(mz_await_others() == 0);
    return 0;
}
