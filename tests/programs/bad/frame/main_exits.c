// expect: bug memory "read of 4 bytes"
// Main leaves by pthread_exit, and its frame goes with it.
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
    pthread_exit(NULL);
}
