// expect: verified
// states: 290
// transitions: 675
// ends: 9
// Three threads store their own value into x and then into y: the last one at x need not be the last one at y, so there are
// nine ends. Numbers: tests/lib/count_states.py.
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y; // not static: nobody reads them, and clang would drop the stores

static void *work(void *argument)
{
    int mine = (int)(long)argument;
    atomic_store(&x, mine);
    atomic_store(&y, mine);
    return NULL;
}

int main(void)
{
    pthread_t t[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, (void *)(i + 1));
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
