// expect: bug deadlock
// Shape: SCTBench, deadlock01_bad (Inspect): two locks, two orders, a counter in the middle. Known verdict: deadlock.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int counter = 1;

static void *thread1(void *unused)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    counter++;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return unused;
}

static void *thread2(void *unused)
{
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    counter--;
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return unused;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, NULL, thread1, NULL);
    pthread_create(&t, NULL, thread2, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    return 0;
}
