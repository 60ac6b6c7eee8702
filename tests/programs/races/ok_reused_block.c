// expect: verified
// races: 0
// A block that one thread frees and another gets next is ordered by the allocator.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *shared;

static void *first(void *unused)
{
    int *own = malloc(sizeof *own);
    *own = 1;
    pthread_mutex_lock(&m);
    shared = own;
    pthread_mutex_unlock(&m);
    int *next = malloc(sizeof *next);
    *next = 2;
    free(next);
    return unused;
}

static void *second(void *unused)
{
    pthread_mutex_lock(&m);
    int *taken = shared;
    pthread_mutex_unlock(&m);
    if (taken) {
        *taken = 3;
        free(taken);
    }
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
