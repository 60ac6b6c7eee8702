// expect: verified
// Thread-local storage of a thread that waits until others have used it.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static __thread int mine;
static int *address;
static sem_t given, used;

static void *owner(void *unused)
{
    address = &mine;
    sem_post(&given);
    sem_wait(&used);
    assert(mine == 5);
    return unused;
}

int main(void)
{
    pthread_t t;
    sem_init(&given, 0, 0);
    sem_init(&used, 0, 0);
    pthread_create(&t, NULL, owner, NULL);
    sem_wait(&given);
    *address = 5;
    sem_post(&used);
    pthread_join(t, NULL);
    return 0;
}
