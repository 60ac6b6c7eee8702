// expect: verified
// options:
// options: --search=bfs
// A bounded spin inside an unbounded one, and a wait for something else behind both: rounds that are made at once end with the loop.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first, second;

static void *work(void *unused)
{
    while (!first)
        for (int i = 0; i < 100 && !first; i++)
            ;
    while (!second)
        ;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    first = 1;
    second = 1;
    pthread_join(t, NULL);
    return 0;
}
