// expect: bug exit-status "status 4"
// native: 4
// A thread ends the process with 4, unless it is the last one: main has gone, and then the process ends with 0.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int leaving;

static void *work(void *unused)
{
    if (!leaving)
        exit(4); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    leaving = 1;
    pthread_exit(NULL);
}
