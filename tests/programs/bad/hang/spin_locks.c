// expect: bug deadlock "waits in a loop"
// native: endless
// Two spin locks, taken in opposite orders: both threads go round in their loops for ever.
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag a = ATOMIC_FLAG_INIT, b = ATOMIC_FLAG_INIT;

static void take(atomic_flag *lock)
{
    while (atomic_flag_test_and_set(lock)) // BUG HERE
        ;
}

static void *backward(void *unused)
{
    take(&b);
    take(&a);
    atomic_flag_clear(&a);
    atomic_flag_clear(&b);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, backward, NULL);
    take(&a);
    take(&b);
    atomic_flag_clear(&b);
    atomic_flag_clear(&a);
    pthread_join(t, NULL);
    return 0;
}
