// expect: bug misuse
// The mutex is destroyed when the work is thought to be done; a late thread still locks it.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock;
static atomic_int done;

static void *work(void *unused)
{
    atomic_fetch_add(&done, 1);
    pthread_mutex_lock(&lock); // BUG HERE
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_mutex_init(&lock, NULL);
    pthread_create(&t, NULL, work, NULL);
    if (atomic_load(&done))
        pthread_mutex_destroy(&lock); // OR HERE
    pthread_join(t, NULL);
    return 0;
}
