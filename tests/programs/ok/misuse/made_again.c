// expect: verified
// After they are destroyed objects may be made again.
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m;
static pthread_cond_t c;
static pthread_rwlock_t l;
static pthread_barrier_t b;
static pthread_spinlock_t s;
static sem_t sem;

int main(void)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_init(&m, NULL);
        pthread_cond_init(&c, NULL);
        pthread_rwlock_init(&l, NULL);
        pthread_barrier_init(&b, NULL, 1);
        pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
        sem_init(&sem, 0, 1);
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
        pthread_barrier_wait(&b);
        sem_wait(&sem);
        pthread_mutex_destroy(&m);
        pthread_cond_destroy(&c);
        pthread_rwlock_destroy(&l);
        pthread_barrier_destroy(&b);
        pthread_spin_destroy(&s);
        sem_destroy(&sem);
    }
    return 0;
}
