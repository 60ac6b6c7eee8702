// expect: verified
// options: --memory-model=c11
// Where all is sequentially consistent each thread sees the other one's flag, or is seen.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int x, y;
static int a, b;

static void *left(void *unused)
{
    x = 1;
    a = y;
    return unused;
}

static void *right(void *unused)
{
    y = 1;
    b = x;
    return unused;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, NULL, left, NULL);
    pthread_create(&t, NULL, right, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    assert(a || b);
    return 0;
}
