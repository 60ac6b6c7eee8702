// expect: bug deadlock "waits in cond wait"
// options: --spurious
// options: --spurious --reduction=none
// options: --spurious --reduction=optimal-dpor --race=off
// options: --spurious --search=bfs
// native: endless
// Nobody signals. That a wait may also end for no reason does not make it right.
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *worker(void *unused)
{
    usleep(50000);
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    while (!ready)
        pthread_cond_wait(&changed, &lock); // BUG HERE
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
