// expect: bug misuse "destroy"
// The owner tears a mutex down when the job is done, but the thread that did it may still hold the mutex.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock;
static atomic_int done;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    atomic_store(&done, 1);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_mutex_init(&lock, NULL);
    pthread_create(&t, NULL, work, NULL);
    if (!atomic_load(&done))
        pthread_join(t, NULL);
    pthread_mutex_destroy(&lock); // BUG HERE
    return 0;
}
