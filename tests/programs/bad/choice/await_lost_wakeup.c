// expect: bug assertion "mz_await_others() == 0"
// The wake-up comes before the wait.
#include <mazurka.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t  filled = PTHREAD_COND_INITIALIZER;

static void *give(void *unused)
{
    pthread_cond_signal(&filled);
    return unused;
}

static void *take(void *unused)
{
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&filled, &lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, take, NULL);
    pthread_create(&b, NULL, give, NULL);
    mz_assert(mz_await_others() == 0);
    return 0;
}
