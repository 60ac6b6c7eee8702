// expect: verified
// options: --leaks
// Whoever is left waiting has not ended: its stack, its thread-local storage and the blocks that only they point to are still there.
#include <mazurka.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t         never;
static int *volatile local;
static __thread int *own;

static void *wait_on_it(void *unused)
{
    int           here = 5;
    int *volatile block = malloc(sizeof *block);
    own = malloc(sizeof *own);
    *block = *own = 1;
    local = &here;
    sem_wait(&never);
    free(block);
    free(own);
    return unused;
}

static void *await(void *of_main)
{
    int waiting = mz_await_others();
    mz_assert(waiting < 0 || *(int *)of_main == 3);
    exit(0);
}

static void *end(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t a, b;
    int       mine = 3;
    sem_init(&never, 0, 0);
    pthread_create(&a, NULL, wait_on_it, NULL);
    if (mz_await_others() >= 0) { /* -1: in a run without a check */
        pthread_create(&b, NULL, end, NULL);
        pthread_join(b, NULL);
        mz_assert(*local == 5);
        *local = 6;
        mz_assert(*local == 6);
    }
    pthread_create(&b, NULL, await, &mine);
    pthread_join(b, NULL);
    return 0;
}
