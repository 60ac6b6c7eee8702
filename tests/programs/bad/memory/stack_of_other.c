// expect: bug memory "on the stack of an ended thread (thread 1)"
// A thread waits in a queue with a record on its own stack, and is cancelled in its sleep.
#include <pthread.h>
#include <semaphore.h>

struct request { int answer; };
static struct request *volatile pending;
static sem_t posted, answered;

static void *client(void *unused)
{
    struct request r = {0};
    pending = &r;
    sem_post(&posted);
    sem_wait(&answered);
    return unused;
}

int main(void)
{
    pthread_t t;
    sem_init(&posted, 0, 0);
    sem_init(&answered, 0, 0);
    pthread_create(&t, NULL, client, NULL);
    sem_wait(&posted);
    pthread_cancel(t);
    pthread_join(t, NULL);
    pending->answer = 42; // BUG HERE
    return 0;
}
