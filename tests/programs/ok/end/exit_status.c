// expect: verified
// native: 4
// Without --exit-status any status is an end like any other.
#include <pthread.h>
#include <stdlib.h>

static void *work(void *unused)
{
    exit(4);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 3;
}
