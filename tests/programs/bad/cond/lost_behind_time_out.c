// expect: bug deadlock "for ever, while others only time out"
// options:
// options: --reduction=none
// options: --reduction=spor
// options: --search=bfs
// options: --spurious
// options: --spurious --reduction=none --visible=all
// native: endless
// The worker sleeps for ever, for nobody signals that there is a job; the others look again whenever their time is up, and hide it.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_job = PTHREAD_COND_INITIALIZER, is_done = PTHREAD_COND_INITIALIZER;
static int job, done;

static void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    while (!job)
        pthread_cond_wait(&has_job, &lock); // BUG HERE
    done = 1;
    pthread_cond_broadcast(&is_done);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *watcher(void *unused)
{
    struct timespec deadline = {.tv_sec = 1};
    pthread_mutex_lock(&lock);
    while (!done)
        pthread_cond_timedwait(&is_done, &lock, &deadline);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, watcher, NULL);
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    pthread_mutex_lock(&lock);
    job = 1;
    pthread_mutex_unlock(&lock);
    watcher(NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
