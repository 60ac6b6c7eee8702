// expect: bug deadlock
// Two spin locks in opposite orders: both threads spin for ever. No thread can go on, so this is a deadlock.
#include <pthread.h>

static pthread_spinlock_t first, second;

static void *forth(void *unused)
{
    pthread_spin_lock(&first);
    pthread_spin_lock(&second);
    pthread_spin_unlock(&second);
    pthread_spin_unlock(&first);
    return unused;
}

static void *back(void *unused)
{
    pthread_spin_lock(&second);
    pthread_spin_lock(&first);
    pthread_spin_unlock(&first);
    pthread_spin_unlock(&second);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_spin_init(&first, 0);
    pthread_spin_init(&second, 0);
    pthread_create(&a, NULL, forth, NULL);
    pthread_create(&b, NULL, back, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
