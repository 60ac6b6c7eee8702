// expect: verified
// A function leaves its lock behind, even locked: the next call has another one, though in the same place.
#include <pthread.h>

static __attribute__((noinline)) void forget(void)
{
    pthread_mutex_t lock;
    pthread_mutex_init(&lock, NULL);
    pthread_mutex_lock(&lock);
}

static void *work(void *unused)
{
    forget();
    forget();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
