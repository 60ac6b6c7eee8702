// expect: bug memory "read of 4 bytes in the frame of a returned function (of thread 0)"
// As main_returned.c, with a frame that reaches farther down than what runs at the end of the process.
#include <pthread.h>

static void *work(void *argument)
{
    (void)*(volatile int *)argument; // BUG HERE
    return NULL;
}

int main(void)
{
    int value[300];
    pthread_t t;
    value[0] = value[299] = 1;
    pthread_create(&t, NULL, work, &value[0]);
    return 0;
}
