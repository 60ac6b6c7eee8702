// expect: bug assertion "alternate"
// options: --all --race=off --dead-values=clear --reduction=sum
// options: --all --race=off --dead-values=clear --reduction=sum-sleep
// options: --all --race=off --dead-values=clear --reduction=dlspor
// findings: 1
// slow
// Six threads write to 3600 places each, one after the other: 21,600 events. What is done
// after that is still told apart.
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

enum { WRITERS = 6, PLACES = 3600, TURNS = 5 };

static char place[PLACES];
static sem_t go[WRITERS], done, end;
static atomic_int turn;

static void *fill(void *start)
{
    sem_wait(start);
    for (int i = 0; i < PLACES; i++)
        place[i] = 1;
    sem_post(&done);
    sem_wait(&end);
    return NULL;
}

static void *even(void *unused)
{
    for (int i = 0; i < TURNS; i++)
        if (turn == 2 * i)
            turn++;
    return unused;
}

static void *odd(void *unused)
{
    for (int i = 0; i < TURNS; i++)
        if (turn == 2 * i + 1)
            turn++;
    return unused;
}

int main(void)
{
    pthread_t writer[WRITERS], a, b;
    sem_init(&done, 0, 0);
    sem_init(&end, 0, 0);
    for (int i = 0; i < WRITERS; i++)
        sem_init(&go[i], 0, 0);
    mz_choose(2);
    for (int i = 0; i < WRITERS; i++)
        pthread_create(&writer[i], NULL, fill, &go[i]);
    for (int i = 0; i < WRITERS; i++) {
        sem_post(&go[i]);
        sem_wait(&done);
    }
    pthread_create(&a, NULL, even, NULL);
    pthread_create(&b, NULL, odd, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    for (int i = 0; i < WRITERS; i++)
        sem_post(&end);
    for (int i = 0; i < WRITERS; i++)
        pthread_join(writer[i], NULL);
    assert(turn != 2 * TURNS && "they never alternate"); // BUG HERE
    return 0;
}
