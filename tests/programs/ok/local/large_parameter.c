// expect: verified
// Where large structs are passed by their address a function that uses nothing else has no hooks, and needs none.
#include <pthread.h>
#include <stddef.h>

struct large {
    int x[6];
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct large shared;

static __attribute__((noinline)) int sum(double factor, struct large a, int n, struct large b)
{
    a.x[1] += a.x[0] * (int)factor;
    return a.x[1] + a.x[5] + n + b.x[2];
}

static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    shared.x[0] = sum(1.0, shared, 1, shared);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return shared.x[0] != 2;
}
