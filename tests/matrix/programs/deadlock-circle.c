// endless
// with each part
// Two threads wait for each other while two others go round in circles, whose states are reached on many ways: breadth first none of
// them comes back to a state on its own path. Each of the two looks at the other's variable once: what one thread alone turns round on is
// made visible after many rounds, in each of hundreds of checks (bad/deadlock/circles.c is such a program).
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag, other;

static void *forth(void *unused)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return unused;
}

static void *back(void *unused)
{
#ifdef FIXED
    return forth(unused);
#else
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return unused;
#endif
}

static void *circle(void *unused)
{
    (void)atomic_load(&flag);
    for (;;)
        atomic_fetch_xor(&other, 1);
    return unused;
}

int main(void)
{
    pthread_t t, u, v;
    pthread_create(&v, NULL, circle, NULL);
    pthread_create(&t, NULL, forth, NULL);
    pthread_create(&u, NULL, back, NULL);
    (void)atomic_load(&other);
    for (;;)
        atomic_fetch_xor(&flag, 1);
}
