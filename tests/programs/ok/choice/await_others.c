// expect: verified
// Whoever awaits the others goes on where each has ended, or waits for ever; what they have done comes before. A time limit ends, a wait
// without one may not.
#include <mazurka.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t  filled = PTHREAD_COND_INITIALIZER;
static int             count, taken[2], put, timed;

static void *give(void *unused)
{
    pthread_mutex_lock(&lock);
    count++;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
    put = 1;
    return unused;
}

static void *take(void *mine)
{
    pthread_mutex_lock(&lock);
    while (count == 0)
        pthread_cond_wait(&filled, &lock);
    count--;
    pthread_mutex_unlock(&lock);
    *(int *)mine = 1;
    return NULL;
}

static void *wait_a_while(void *unused)
{
    struct timespec until = {0};
    pthread_mutex_lock(&lock);
    pthread_cond_timedwait(&filled, &lock, &until);
    pthread_mutex_unlock(&lock);
    timed = 1;
    return unused;
}

int main(void)
{
    pthread_t one, two, giver, sleeper;
    mz_assert(mz_await_others() <= 0); /* -1: in a run without a check */
    pthread_create(&sleeper, NULL, wait_a_while, NULL);
    pthread_join(sleeper, NULL);
    pthread_create(&one, NULL, take, &taken[0]);
    pthread_create(&two, NULL, take, &taken[1]);
    pthread_create(&giver, NULL, give, NULL);
    int waiting = mz_await_others();
    mz_assert(waiting == 1 || waiting == -1);
    mz_assert(waiting < 0 || (put == 1 && timed == 1 && count == 0 && taken[0] + taken[1] == 1));
    return 0;
}
