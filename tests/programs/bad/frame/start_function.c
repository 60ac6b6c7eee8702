// expect: bug memory "read of 4 bytes"
// The frame of a thread's start function is gone while destructors of thread-specific values run.
#include <pthread.h>

static int *volatile lent;
static pthread_key_t key;

static void destroy(void *value)
{
    volatile char room[512];
    for (unsigned i = 0; i < sizeof room; i++)
        room[i] = (char)(long)value;
}

static void *lends(void *argument)
{
    int value = 1;
    pthread_setspecific(key, argument);
    lent = &value;
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_key_create(&key, destroy);
    pthread_create(&t, NULL, lends, &key);
    int *used = lent;
    if (used)
        (void)*(volatile int *)used; // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
