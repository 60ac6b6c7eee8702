// expect: bug memory "in the thread-local storage of an ended thread"
// options: --race=off
// options: --race=off --reduction=none
// Another thread is given where errno is, and uses it once; its owner may have ended by then.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static int *given;
static sem_t ready;

static void *owner(void *unused)
{
    given = &errno;
    sem_post(&ready);
    return unused;
}

int main(void)
{
    pthread_t t;
    sem_init(&ready, 0, 0);
    pthread_create(&t, NULL, owner, NULL);
    sem_wait(&ready);
    int *p = given;
    int value = *p; // BUG HERE
    pthread_join(t, NULL);
    return value;
}
