// expect: bug deadlock
// Shape: SCTBench, carter01_bad (Inspect): four threads, two locks, counters A and B that decide who takes the lock of the
// room; one path takes the locks in the other order. Known verdict: deadlock.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, l = PTHREAD_MUTEX_INITIALIZER;
static int A, B;

static void *t1(void *unused)
{
    pthread_mutex_lock(&m);
    if (++A == 1)
        pthread_mutex_lock(&l);
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    if (--A == 0)
        pthread_mutex_unlock(&l);
    pthread_mutex_unlock(&m);
    return unused;
}

static void *t2(void *unused)
{
    pthread_mutex_lock(&m);
    if (++B == 1)
        pthread_mutex_lock(&l);
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    if (--B == 0)
        pthread_mutex_unlock(&l);
    pthread_mutex_unlock(&m);
    return unused;
}

static void *idle(void *unused) { return unused; }

int main(void)
{
    pthread_t t[4];
    pthread_create(&t[0], NULL, t1, NULL);
    pthread_create(&t[1], NULL, t2, NULL);
    pthread_create(&t[2], NULL, idle, NULL);
    pthread_create(&t[3], NULL, idle, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    return 0;
}
