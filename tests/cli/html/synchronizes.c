// Two threads that meet in every way that orders them, one after the other. Which comes first is said by an atomic that orders nothing.
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static sem_t sem;
static atomic_int gate, flag, relaxed;

static void open_gate(int number)
{
    atomic_store_explicit(&gate, number, memory_order_relaxed);
}

static void pass_gate(int number)
{
    mz_assume(atomic_load_explicit(&gate, memory_order_relaxed) == number);
}

static void *worker(void *unused)
{
    pass_gate(1);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    open_gate(2);
    pass_gate(3);
    pthread_rwlock_rdlock(&rw);
    pthread_rwlock_unlock(&rw);
    open_gate(4);
    pass_gate(5);
    pthread_spin_lock(&spin);
    pthread_spin_unlock(&spin);
    open_gate(6);
    pass_gate(7);
    sem_wait(&sem);
    open_gate(8);
    pass_gate(9);
    (void)atomic_load_explicit(&relaxed, memory_order_acquire); /* of a store that releases nothing */
    (void)atomic_load_explicit(&flag, memory_order_acquire);
    open_gate(10);
    pthread_barrier_wait(&barrier);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_spin_init(&spin, 0);
    pthread_barrier_init(&barrier, NULL, 2);
    sem_init(&sem, 0, 0);
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    open_gate(1);
    pass_gate(2);
    pthread_rwlock_wrlock(&rw);
    pthread_rwlock_unlock(&rw);
    open_gate(3);
    pass_gate(4);
    pthread_spin_lock(&spin);
    pthread_spin_unlock(&spin);
    open_gate(5);
    pass_gate(6);
    sem_post(&sem);
    open_gate(7);
    pass_gate(8);
    atomic_store_explicit(&relaxed, 1, memory_order_relaxed);
    atomic_store_explicit(&flag, 1, memory_order_release);
    open_gate(9);
    pass_gate(10);
    pthread_barrier_wait(&barrier);
    pthread_join(t, NULL);
    assert(0);
    return 0;
}
