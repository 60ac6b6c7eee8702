// expect: bug assertion "inside"
// A timed lock that gave up is taken for one that succeeded; a flag keeps it from unlocking, but not from entering.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *work(void *unused)
{
    struct timespec until = {.tv_sec = 4000000000};
    int locked = pthread_mutex_timedlock(&lock, &until) == 0;
    inside++;
    assert(inside == 1); // BUG HERE
    inside--;
    if (locked)
        pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
