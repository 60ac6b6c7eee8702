// expect: verified
// A long local computation between two operations, but one that ends.
#include <assert.h>
#include <pthread.h>

static unsigned table[1024];

static void *work(void *result)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < 200000; i++)
        sum = sum * 31 + i;
    *(unsigned *)result = sum;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    unsigned x, y;
    for (int i = 0; i < 1024; i++)
        table[i] += (unsigned)i;
    pthread_create(&a, NULL, work, &x);
    pthread_create(&b, NULL, work, &y);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == y && table[5] == 5);
    return 0;
}
