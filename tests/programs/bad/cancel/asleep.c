// expect: bug assertion "how != PTHREAD_CANCELED"
// native: endless
// A request to cancel wakes a thread that sleeps at a condition variable, also where a signal could have come before.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t woken = PTHREAD_COND_INITIALIZER;
static int asleep;
static atomic_int steps;
static pthread_t sleeper;

static void unlock(void *unused)
{
    (void)unused;
    pthread_mutex_unlock(&lock);
}

static void *sleeps(void *unused)
{
    pthread_mutex_lock(&lock);
    asleep = 1;
    pthread_cleanup_push(unlock, NULL);
    pthread_cond_wait(&woken, &lock);
    pthread_cleanup_pop(1);
    return unused;
}

static void *signals(void *unused)
{
    pthread_cond_signal(&woken);
    return unused;
}

static void *cancels(void *unused)
{
    steps++;
    pthread_cancel(sleeper);
    return unused;
}

static void *steps_on(void *unused)
{
    steps++;
    return unused;
}

int main(void)
{
    void *(*const start[])(void *) = {signals, cancels, steps_on};
    pthread_t t[3];
    void *how;
    pthread_create(&sleeper, NULL, sleeps, NULL);
    pthread_mutex_lock(&lock);
    int begun = asleep;
    pthread_mutex_unlock(&lock);
    if (!begun)
        return 0;
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, start[i], NULL);
    steps++;
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    pthread_join(sleeper, &how);
    assert(how != PTHREAD_CANCELED); // BUG HERE
    return 0;
}
