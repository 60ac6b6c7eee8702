// expect: bug misuse "with a mutex in it that thread 0 holds"
// The lock lies in the middle of a large block, and was taken before there were threads.
#include <pthread.h>
#include <stdlib.h>

struct large {
    char before[1 << 19];
    pthread_mutex_t lock;
    char behind[1 << 19];
};

static void *work(void *unused)
{
    return unused;
}

int main(void)
{
    struct large *all = calloc(1, sizeof *all);
    pthread_t t;
    pthread_mutex_init(&all->lock, NULL);
    pthread_mutex_lock(&all->lock);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    free(all); // BUG HERE
    return 0;
}
