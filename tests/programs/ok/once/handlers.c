// expect: verified
// options: --race=off
// options: --race=off --reduction=none
// The routine reads what nobody shares: whether that is announced depends on what earlier executions have shown, and no state may.
#include <mazurka.h>
#include <pthread.h>
#include <stdlib.h>

static int both, nobody, chosen, last;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void routine(void)
{
    int r = 0;
    r += nobody;
    (void)r;
}

static void count(void)
{
    both++;
}

static void set(void)
{
    last = 2;
}

static void *first(void *unused)
{
    pthread_once(&once, routine);
    chosen = mz_choose(3);
    atexit(count);
    return unused;
}

static void *second(void *unused)
{
    atexit(set);
    pthread_once(&once, routine);
    both = 1;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_detach(a);
    pthread_join(b, NULL);
    return (both + chosen) * 0;
}
