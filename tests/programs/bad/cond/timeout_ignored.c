// expect: bug assertion "flag"
// A wait that ended by time-out is taken for one that ended by the signal.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int flag;

static void *waiter(void *unused)
{
    struct timespec until = {.tv_sec = 4000000000};
    pthread_mutex_lock(&lock);
    if (!flag)
        pthread_cond_timedwait(&ready, &lock, &until);
    assert(flag); // BUG HERE
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, waiter, NULL);
    pthread_mutex_lock(&lock);
    flag = 1;
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
