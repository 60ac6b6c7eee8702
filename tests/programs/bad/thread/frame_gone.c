// expect: bug memory "read of 4 bytes in the frame of a returned function (of thread 0)"
// only: -O0
// leftovers
// A thread is given a pointer into a frame that its creator leaves at once.
#include <assert.h>
#include <pthread.h>

static pthread_t t;

static void *work(void *argument)
{
    int *value = argument;
    assert(*value == 7); // BUG HERE
    return NULL;
}

static void start(void)
{
    int seven = 7;
    pthread_create(&t, NULL, work, &seven);
}

static void other_work(void)
{
    volatile int fill[64];
    for (int i = 0; i < 64; i++)
        fill[i] = -1;
    (void)fill[0];
}

int main(void)
{
    start();
    other_work();
    pthread_join(t, NULL);
    return 0;
}
