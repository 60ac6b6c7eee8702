// expect: bug assertion "seen"
// options: --memory-checks=off
// Thread-local, but its address has been given away: the owner may read before or after the other one writes.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static __thread int state;
static int *address;
static sem_t published;

static void *owner(void *unused)
{
    address = &state;
    sem_post(&published);
    int seen = state;
    assert(seen == 0); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    sem_init(&published, 0, 0);
    pthread_create(&t, NULL, owner, NULL);
    sem_wait(&published);
    *address = 1;
    pthread_join(t, NULL);
    return 0;
}
