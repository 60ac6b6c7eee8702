// expect: bug memory "read of 4 bytes on the stack of an ended thread (thread 1)"
// A local variable is handed out, and its thread is gone.
#include <pthread.h>

static int *volatile result;

static void *work(void *unused)
{
    volatile int local = 3;
    result = (int *)&local;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    volatile int seen = *result; // BUG HERE
    (void)seen;
    return 0;
}
