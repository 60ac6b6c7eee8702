// expect: verified
// options: --race=off --reduction=none
// options: --race=off --reduction=sum
// options: --race=off --reduction=sum-sleep
// options: --race=off --reduction=dlspor
// options: --race=off --reduction=dljpf
// options: --race=off --reduction=despor
// options: --race=off --reduction=dejpf
// options: --race=off --reduction=dpor
// options: --race=off --reduction=source-dpor
// options: --race=off --reduction=optimal-dpor
// options: --race=off --reduction=dpor-stateful
// ends: 2
// slow
// One thread may end the process inside an atomic section, before the other has written.
#include <mazurka.h>
#include <pthread.h>
#include <stdlib.h>

static int x, y;

static void *one(void *unused)
{
    mz_atomic_begin();
    if (y == 0)
        exit(0);
    mz_atomic_end();
    return unused;
}

static void *two(void *unused)
{
    x = 1;
    y = 1;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
