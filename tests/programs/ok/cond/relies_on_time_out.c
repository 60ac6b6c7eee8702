// expect: verified
// options:
// options: --reduction=none
// options: --livelock
// The worker waits for as long as it takes, and is woken when the other's time is up: no deadlock, but there is no other way on.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_job = PTHREAD_COND_INITIALIZER, never = PTHREAD_COND_INITIALIZER;
static int job;

static void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    while (!job)
        pthread_cond_wait(&has_job, &lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    struct timespec deadline = {.tv_sec = 1};
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    for (int rounds = 0; rounds < 3; rounds++)
        pthread_cond_timedwait(&never, &lock, &deadline); // relied on
    job = 1;
    pthread_cond_signal(&has_job);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
