// expect: verified
// races: 1
// options: --race-rule=hb
// options: --race-rule=graph
// options: --race-rule=graph --reduction=none
// That a lock is taken tells what its holder did before, but orders nothing.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int data;

static void *first(void *unused)
{
    data = 1; // RACE
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return unused;
}

static void *second(void *unused)
{
    if (pthread_mutex_trylock(&m) == 0)
        pthread_mutex_unlock(&m);
    else
        data = 2; // RACE
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
