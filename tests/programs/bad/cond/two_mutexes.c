// expect: bug misuse "mutex"
// Two threads wait on one condition variable with different mutexes.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t event = PTHREAD_COND_INITIALIZER;
static atomic_int done;

static void *waiter(void *argument)
{
    pthread_mutex_t *mine = argument;
    pthread_mutex_lock(mine);
    while (!atomic_load(&done))
        pthread_cond_wait(&event, mine); // BUG HERE
    pthread_mutex_unlock(mine);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, waiter, &lock[0]);
    pthread_create(&b, NULL, waiter, &lock[1]);
    pthread_mutex_lock(&lock[0]);
    pthread_mutex_lock(&lock[1]);
    atomic_store(&done, 1);
    pthread_cond_broadcast(&event);
    pthread_mutex_unlock(&lock[1]);
    pthread_mutex_unlock(&lock[0]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
