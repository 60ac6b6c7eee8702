// expect: verified
// options:
// options: --reduction=none
// options: --search=bfs
// options: --spurious
// options: -DYIELD
// Who sleeps or yields in a loop while others wait is the one who wakes them, or waits for one who will: nobody waits in vain. Nor does
// it matter that a helper waits for work that never comes, where the program ends.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

#ifdef YIELD
#define SLEEP sched_yield()
#else
#define SLEEP usleep(100)
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_job = PTHREAD_COND_INITIALIZER, never = PTHREAD_COND_INITIALIZER;
static int job;
static atomic_int done;

static void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    while (!job)
        pthread_cond_wait(&has_job, &lock);
    pthread_mutex_unlock(&lock);
    done = 1;
    return unused;
}

static void *helper(void *unused)
{
    pthread_mutex_lock(&lock);
    for (;;)
        pthread_cond_wait(&never, &lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, helper, NULL);
    SLEEP;
    SLEEP;
    pthread_mutex_lock(&lock);
    job = 1;
    pthread_cond_signal(&has_job);
    pthread_mutex_unlock(&lock);
    while (!done)
        SLEEP;
    pthread_join(a, NULL);
    assert(done);
    return 0;
}
