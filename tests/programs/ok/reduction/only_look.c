// expect: verified
// options: --reduction=sum --race=off
// states: 26
// What fails changes nothing, and who finds nobody to wake: threads that only look at what they share do not depend on each other.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static sem_t sem;
static atomic_int value;

static void *look(void *unused)
{
    int expected = 1;
    assert(pthread_mutex_trylock(&mutex) != 0);
    pthread_cond_signal(&cond);
    assert(sem_trywait(&sem) != 0);
    assert(pthread_rwlock_trywrlock(&rwlock) != 0);
    assert(pthread_spin_trylock(&spin) != 0);
    assert(!atomic_compare_exchange_strong(&value, &expected, 2));
    pthread_cond_broadcast(&cond);
    return unused;
}

int main(void)
{
    pthread_t t[3];
    sem_init(&sem, 0, 0);
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&spin);
    pthread_mutex_lock(&mutex);
    pthread_rwlock_rdlock(&rwlock);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, look, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
