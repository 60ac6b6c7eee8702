// expect: verified
// options: --depth=1000 --states=100000 --time=1m --memory=1G
// Limits that were not reached take nothing away from the verdict.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a;

static void *work(void *unused)
{
    atomic_fetch_add(&a, 1);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
