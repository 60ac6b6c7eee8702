// expect: bug deadlock "partial: thread 1 waits in lock, thread 2 waits in wrlock"
// A third thread goes round for ever: there is no state in which nobody can move.
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;

static void *reader(void *unused)
{
    pthread_rwlock_rdlock(&table);
    pthread_mutex_lock(&mutex); // BUG HERE
    pthread_mutex_unlock(&mutex);
    pthread_rwlock_unlock(&table);
    return unused;
}

static void *writer(void *unused)
{
    pthread_mutex_lock(&mutex);
    pthread_rwlock_wrlock(&table);
    pthread_rwlock_unlock(&table);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    for (;;)
        sched_yield();
}
