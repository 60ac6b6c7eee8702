// expect: bug misuse "unlock"
// A spin lock that nobody holds is unlocked.
#include <pthread.h>

static pthread_spinlock_t lock;
static int value;

static void *work(void *unused)
{
    pthread_spin_lock(&lock);
    value++;
    pthread_spin_unlock(&lock);
    if (value == 2)
        pthread_spin_unlock(&lock); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_spin_init(&lock, 0);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    work(NULL);
    return 0;
}
