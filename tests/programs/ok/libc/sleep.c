// expect: verified
// Sleeps take no time here: they only let others run.
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static int order;

static void *work(void *unused)
{
    assert(usleep(100) == 0);
    order = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    assert(sleep(1) == 0);
    struct timespec some = {0, 1000};
    assert(nanosleep(&some, NULL) == 0);
    pthread_join(t, NULL);
    assert(order == 1);
    return 0;
}
