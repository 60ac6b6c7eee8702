// expect: bug deadlock
// Two threads wait for each other's lock while a third one spins on a relaxed flag for ever: what is ordered is part of the state.
// native: endless
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag;

static void *one(void *unused)
{
    atomic_load_explicit(&flag, memory_order_relaxed);
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return unused;
}

static void *other(void *unused)
{
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return unused;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, NULL, one, NULL);
    pthread_create(&t, NULL, other, NULL);
    for (;;)
        atomic_store_explicit(&flag, 1 - atomic_load_explicit(&flag, memory_order_relaxed), memory_order_relaxed);
}
