// expect: bug assertion "calls != 50"
// Calls inside each other, each of which looks at the same place, are no rounds of a loop.
// only: -O0
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static int count_calls(int calls)
{
    return flag || calls == 90 ? calls : count_calls(calls + 1);
}

static void *work(void *unused)
{
    flag = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    int calls = count_calls(0);
    assert(calls != 50); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
