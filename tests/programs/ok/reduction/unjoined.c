// expect: verified
// options: --race=off --reduction=sum
// options: --race=off --reduction=sum-sleep
// options: --race=off --reduction=dlspor
// options: --race=off --reduction=despor
// options: --race=off --reduction=optimal-dpor
// states: 6
// Four threads that nobody waits for write to variables of their own: there is nothing to be tried in another order, and the end of the
// process is put off until they have.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int value[4];

static void *write_own(void *own)
{
    *(atomic_int *)own = 1;
    *(atomic_int *)own = 2;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    for (int i = 0; i < 4; i++)
        pthread_create(&thread, NULL, write_own, &value[i]);
    return 0;
}
