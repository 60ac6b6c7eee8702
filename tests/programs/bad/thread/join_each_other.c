// expect: bug deadlock
// Two threads wait for each other's end.
#include <pthread.h>
#include <semaphore.h>

static pthread_t one, two;
static sem_t both_made;

static void *join(void *other)
{
    sem_wait(&both_made);
    pthread_join(*(pthread_t *)other, NULL);
    return NULL;
}

int main(void)
{
    sem_init(&both_made, 0, 0);
    pthread_create(&one, NULL, join, &two);
    pthread_create(&two, NULL, join, &one);
    sem_post(&both_made);
    sem_post(&both_made);
    pthread_exit(NULL);
}
