// expect: verified
// A timed wait ends by a signal or by time; after a time-out the mutex is held again.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int flag, inside;

static void *waiter(void *unused)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    pthread_mutex_lock(&lock);
    int error = 0;
    while (!flag && error == 0)
        error = pthread_cond_timedwait(&ready, &lock, &until);
    assert(inside++ == 0);
    assert(flag || error == ETIMEDOUT);
    inside--;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, waiter, NULL);
    pthread_mutex_lock(&lock);
    assert(inside++ == 0);
    flag = 1;
    pthread_cond_signal(&ready);
    inside--;
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
