// expect: verified
// states: 210
// transitions: 604
// ends: 1
// Two threads post twice each, two wait twice each, on one semaphore. Numbers: tests/lib/count_states.py.
#include <pthread.h>
#include <semaphore.h>

static sem_t tokens;

static void *poster(void *unused)
{
    sem_post(&tokens);
    sem_post(&tokens);
    return unused;
}

static void *waiter(void *unused)
{
    sem_wait(&tokens);
    sem_wait(&tokens);
    return unused;
}

int main(void)
{
    pthread_t t[4];
    sem_init(&tokens, 0, 0);
    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, i < 2 ? poster : waiter, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    return 0;
}
