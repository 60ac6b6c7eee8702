// expect: verified
// A thread hands out a pointer to its own thread-local variable, and another thread writes through it.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static __thread int mailbox;
static int *address;
static sem_t published, written;

static void *owner(void *unused)
{
    address = &mailbox;
    sem_post(&published);
    sem_wait(&written);
    assert(mailbox == 77);
    return unused;
}

int main(void)
{
    pthread_t t;
    sem_init(&published, 0, 0);
    sem_init(&written, 0, 0);
    pthread_create(&t, NULL, owner, NULL);
    sem_wait(&published);
    assert(address != &mailbox);
    *address = 77;
    sem_post(&written);
    pthread_join(t, NULL);
    assert(mailbox == 0);
    return 0;
}
