// expect: bug memory "read of 4 bytes on the stack of an ended thread (thread 0)"
// options: --reduction=none --order=threads:0,1
// main leaves the rest to its thread, and takes its variables with it. (In another order its frame is gone before the thread is.)
#include <pthread.h>

static void *work(void *argument)
{
    volatile int seen = *(volatile int *)argument; // BUG HERE
    (void)seen;
    return NULL;
}

int main(void)
{
    pthread_t t;
    volatile int argument = 7;
    pthread_create(&t, NULL, work, (void *)&argument);
    pthread_exit(NULL);
}
