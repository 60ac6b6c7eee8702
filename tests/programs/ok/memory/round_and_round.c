// expect: verified
// A loop that allocates and frees comes to the same states again.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int stop;

static void *server(void *unused)
{
    while (!atomic_load(&stop)) {
        volatile int *request = malloc(24);
        *request = 1;
        free((void *)request);
    }
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, server, NULL);
    atomic_store(&stop, 1);
    pthread_join(t, NULL);
    return 0;
}
