// expect: bug misuse "destroy of a spin lock that"
// Destroyed while another thread is in the critical section.
#include <pthread.h>

static pthread_spinlock_t lock;

static void *work(void *unused)
{
    pthread_spin_lock(&lock); // OR HERE
    pthread_spin_unlock(&lock); // OR HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_spin_init(&lock, 0);
    pthread_create(&t, NULL, work, NULL);
    pthread_spin_lock(&lock);
    pthread_spin_unlock(&lock);
    pthread_spin_destroy(&lock); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
