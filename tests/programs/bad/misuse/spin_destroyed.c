// expect: bug misuse "spin lock on a spin lock that was destroyed"
// One thread destroys what the other may still use.
#include <pthread.h>

static pthread_spinlock_t it;

static void *work(void *unused)
{
    pthread_spin_lock(&it); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_spin_init(&it, 0);
    pthread_create(&t, NULL, work, NULL);
    pthread_spin_destroy(&it);
    pthread_join(t, NULL);
    return 0;
}
