// expect: bug deadlock "thread 0 waits in a loop, thread 1 waits in cond wait"
// options: --reduction=none
// options: --search=bfs -DNANOSLEEP
// options: --spurious
// options: -DTHIRD -DYIELD
// options: -DTHIRD --reduction=dlspor
// options: -DTHIRD --reduction=spor
// native: endless
// The signal may come before the worker waits; the others look for ever whether it is done, and hide it.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#ifdef NANOSLEEP
#define SLEEP nanosleep(&moment, NULL)
#elif defined YIELD
#define SLEEP sched_yield()
#else
#define SLEEP usleep(100)
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_job = PTHREAD_COND_INITIALIZER;
static atomic_int done;
static const struct timespec moment = {.tv_nsec = 100};

static void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&has_job, &lock); // BUG HERE
    pthread_mutex_unlock(&lock);
    done = 1;
    return unused;
}

static void *watcher(void *unused)
{
    while (!done) // OR HERE
        SLEEP; // OR HERE
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
#ifdef THIRD
    pthread_create(&b, NULL, watcher, NULL);
#endif
    pthread_mutex_lock(&lock);
    pthread_cond_signal(&has_job);
    pthread_mutex_unlock(&lock);
    watcher((void *)&moment);
    pthread_join(a, NULL);
#ifdef THIRD
    pthread_join(b, NULL);
#endif
    return sizeof b == 0;
}
