// expect: bug assertion "count == 2"
// Destructors run when the program ends, after exit handlers; what they check is checked.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int count, handled;

static void handler(void)
{
    handled = 1;
}

__attribute__((destructor)) static void last(void)
{
    assert(handled);
    assert(count == 2); // BUG HERE
}

static void *work(void *unused)
{
    count++;
    return unused;
}

int main(void)
{
    pthread_t t;
    atexit(handler);
    pthread_create(&t, NULL, work, NULL);
    count++;
    pthread_join(t, NULL);
    return 0;
}
