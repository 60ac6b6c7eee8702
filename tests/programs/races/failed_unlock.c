// expect: verified
// races: 1
// An unlock that fails, because the thread does not hold the mutex, hands nothing on to who locks it next.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m;
static atomic_int ready;
int data;

static void *first(void *unused)
{
    data = 1; // RACE
    int error = pthread_mutex_unlock(&m);
    assert(error == EPERM);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}

static void *second(void *unused)
{
    if (atomic_load_explicit(&ready, memory_order_relaxed)) {
        pthread_mutex_lock(&m);
        data = 2; // RACE
        pthread_mutex_unlock(&m);
    }
    return unused;
}

static void make(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&m, &attributes);
}

int main(void)
{
    pthread_t a, b;
    make();
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
