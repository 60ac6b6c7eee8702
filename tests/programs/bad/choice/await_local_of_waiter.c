// expect: bug assertion "*local == 0"
// options: --race=off --search=dfs --reduction=none
// options: --race=off --search=dfs --reduction=sum
// What one who is left waiting has on its stack is there for others, and differs by the interleaving.
#include <mazurka.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t         never;
static volatile int  flag;
static volatile int *local;

static void *wait_on_it(void *unused)
{
    volatile int here = 0;
    local = &here;
    here = flag;
    sem_wait(&never);
    return unused;
}

static void *set(void *unused)
{
    flag = 1;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&never, 0, 0);
    pthread_create(&a, NULL, wait_on_it, NULL);
    pthread_create(&b, NULL, set, NULL);
    mz_await_others();
    flag = 0;
    pthread_create(&a, NULL, set, NULL); /* what follows has states of its own */
    pthread_create(&b, NULL, set, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    mz_assert(*local == 0);
    return 0;
}
