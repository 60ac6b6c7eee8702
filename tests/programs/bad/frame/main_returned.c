// expect: bug memory "read of 4 bytes in the frame of a returned function (of thread 0)"
// Main returns while a thread may still use a local of it. Exit handlers take the place of its frame, however small that is.
#include <pthread.h>

static void *work(void *argument)
{
    (void)*(volatile int *)argument; // BUG HERE
    return NULL;
}

int main(void)
{
    int value = 1;
    pthread_t t;
    pthread_create(&t, NULL, work, &value);
    return 0;
}
