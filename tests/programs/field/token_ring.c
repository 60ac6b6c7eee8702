// expect: bug assertion "x1 == x2"
// Shape: SCTBench, token_ring_bad (ESBMC's set): threads (here three) compute x from their neighbour, each under the lock, and main
// expects all of them equal. Known verdict: unsafe.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x1 = 1, x2 = 2, x3 = 1;

static void *t1(void *unused)
{
    pthread_mutex_lock(&m);
    x1 = (x3 + 1) % 4;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *t2(void *unused)
{
    pthread_mutex_lock(&m);
    x2 = x1;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *t3(void *unused)
{
    pthread_mutex_lock(&m);
    x3 = x2;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t a, b, c;
    pthread_create(&a, NULL, t1, NULL);
    pthread_create(&b, NULL, t2, NULL);
    pthread_create(&c, NULL, t3, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    assert(x1 == x2 && x2 == x3); // BUG HERE
    return 0;
}
