// expect: bug deadlock
// A failed operation returns without giving its token back.
#include <pthread.h>
#include <semaphore.h>

static sem_t tokens;
static int failures;

static void *work(void *unused)
{
    sem_wait(&tokens);
    if (failures++ == 1)
        return unused;
    sem_post(&tokens);
    return unused;
}

int main(void)
{
    pthread_t t[3];
    sem_init(&tokens, 0, 1);
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
