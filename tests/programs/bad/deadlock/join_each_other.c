// expect: bug deadlock "partial: thread 1 waits in join, thread 2 waits in join"
// Two threads join each other while a third one goes round for ever.
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>

static pthread_t first, second;
static sem_t known;

static void *join_second(void *unused)
{
    sem_wait(&known);
    pthread_join(second, NULL); // BUG HERE
    return unused;
}

static void *join_first(void *unused)
{
    sem_wait(&known);
    pthread_join(first, NULL);
    return unused;
}

int main(void)
{
    sem_init(&known, 0, 0);
    pthread_create(&first, NULL, join_second, NULL);
    pthread_create(&second, NULL, join_first, NULL);
    sem_post(&known);
    sem_post(&known);
    for (;;)
        sched_yield();
}
