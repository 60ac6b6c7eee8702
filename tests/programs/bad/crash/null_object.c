// expect: bug crash
// options: --all
// findings: 9
// native: endless
// Synchronization objects that are not there.
#include <mazurka.h>
#include <pthread.h>
#include <semaphore.h>

static void *null;
static int way;

static void *use(void *unused)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    switch (way) {
    case 1: pthread_mutex_lock(null); break;
    case 2: pthread_mutex_trylock(null); break;
    case 3: pthread_rwlock_rdlock(null); break;
    case 4: pthread_spin_lock(null); break;
    case 5: sem_wait(null); break;
    case 6: pthread_cond_signal(null); break;
    case 7: pthread_barrier_wait(null); break;
    case 8: pthread_cond_wait(null, &mutex); break;
    case 9: pthread_once(null, 0); break;
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    way = 1 + mz_choose(9);
    pthread_create(&t, NULL, use, NULL);
    pthread_join(t, NULL);
    return 0;
}
