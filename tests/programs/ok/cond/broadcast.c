// expect: verified
// A broadcast wakes every waiter, and each one gets the mutex back before it goes on.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock;
static pthread_cond_t gate;
static int open_now, inside, passed;

static void *guest(void *unused)
{
    pthread_mutex_lock(&lock);
    while (!open_now)
        pthread_cond_wait(&gate, &lock);
    assert(inside++ == 0);
    passed++;
    inside--;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t[3];
    pthread_mutex_init(&lock, NULL);
    pthread_cond_init(&gate, NULL);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, guest, NULL);
    pthread_mutex_lock(&lock);
    open_now = 1;
    pthread_cond_broadcast(&gate);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(passed == 3);
    assert(pthread_cond_destroy(&gate) == 0);
    assert(pthread_mutex_destroy(&lock) == 0);
    return 0;
}
