// expect: bug assertion "total == 10"
// The bug needs one input: a transfer from an account to itself.
#include <mazurka.h>
#include <pthread.h>

static int account[2] = {5, 5};

static void *transfer(void *unused)
{
    int from = mz_choose(2), to = mz_choose(2);
    int have = account[from], get = account[to];
    account[from] = have - 1;
    account[to] = get + 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, transfer, NULL);
    pthread_join(t, NULL);
    int total = account[0] + account[1];
    mz_assert(total == 10); // BUG HERE
    return 0;
}
