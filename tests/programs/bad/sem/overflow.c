// expect: bug misuse "post of a semaphore that has its greatest value, 2147483647"
// The post fails, and nobody looks: the token is lost.
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t tokens;

static void *work(void *unused)
{
    sem_wait(&tokens);
    return unused;
}

int main(void)
{
    pthread_t t;
    sem_init(&tokens, 0, SEM_VALUE_MAX - 1);
    pthread_create(&t, NULL, work, NULL);
    sem_post(&tokens);
    sem_post(&tokens); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
