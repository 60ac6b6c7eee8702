// expect: verified
// errno belongs to the thread: a failing call elsewhere does not change it.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>

static sem_t none;

static void *failing(void *unused)
{
    errno = 0;
    assert(sem_trywait(&none) == -1 && errno == EAGAIN);
    return unused;
}

static void *setting(void *unused)
{
    errno = ERANGE;
    sched_yield();
    assert(errno == ERANGE);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&none, 0, 0);
    pthread_create(&a, NULL, failing, NULL);
    pthread_create(&b, NULL, setting, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
