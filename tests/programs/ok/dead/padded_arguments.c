// expect: verified
// Arguments on the stack with a word between them that nobody stores: it aligns the next one. What lies behind it is an argument, too.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int shared;

static long sum(long a, long b, long c, long d, long e, long f, long g, long h, int i, __int128 j)
{
    shared++;
    return a + b + c + d + e + f + g + h + i + (long)j;
}

static void *work(void *unused)
{
    (void)unused;
    long value = sum(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    assert(value == 55);
    return NULL;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_join(thread, NULL);
    return 0;
}
