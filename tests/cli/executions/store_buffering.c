/* store_buffering.c - each of two threads writes to its own variable and reads the other's: three traces, for one of the writes is read
 * or both are. Plain variables: a read right after a write of its thread is a read. With ONE, both use one variable, and one thread only
 * reads: two traces. */
#include <pthread.h>

static int x, y;

static void *first(void *unused)
{
    x = 1;
#ifdef ONE
    return x == 1 ? unused : NULL;
#else
    return y == 1 ? unused : NULL;
#endif
}

static void *second(void *unused)
{
#ifndef ONE
    y = 1;
#endif
    return x == 1 ? unused : NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
