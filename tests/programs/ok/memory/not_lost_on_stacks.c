// expect: verified
// options: --leaks
// The program ends within a function whose variables are still there, while another thread has its own.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t ready, never;
static __thread char *volatile local;

static void *work(void *unused)
{
    char *volatile mine = malloc(10);
    local = malloc(20);
    mine[0] = local[0] = 1;
    sem_post(&ready);
    sem_wait(&never);
    free(mine);
    return unused;
}

int main(void)
{
    pthread_t t;
    char *volatile own = malloc(30);
    own[0] = 1;
    sem_init(&ready, 0, 0);
    sem_init(&never, 0, 0);
    pthread_create(&t, NULL, work, NULL);
    sem_wait(&ready);
    exit(0);
}
