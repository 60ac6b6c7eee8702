/* nsync: two threads call run_once; one of them waits in a loop, by a condition variable and a deadline. */
#include <assert.h>
#include <pthread.h>

#include <nsync.h>

static nsync_once once = NSYNC_ONCE_INIT;
static int value;

static void set(void)
{
    value++;
}

static void *work(void *unused)
{
    nsync_run_once(&once, set);
    assert(value == 1);
    return unused;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
