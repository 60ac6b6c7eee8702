// expect: bug leak "1 block lost, of 4 bytes in all, allocated"
// options: --leaks
// Both threads find that there is none yet.
#include <pthread.h>
#include <stdlib.h>

static int *volatile instance;

static void *get(void *unused)
{
    if (!instance)
        instance = malloc(sizeof *instance); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, get, NULL);
    get(NULL);
    pthread_join(t, NULL);
    return 0;
}
