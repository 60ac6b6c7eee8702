// expect: verified
// ends: 12
// mz_choose(3) and mz_choose(4) in two threads: all twelve combinations are ends.
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>

int chosen, mine; // not static: optimizers would drop what nobody reads

static void *work(void *unused)
{
    int value = mz_choose(4);
    assert(value >= 0 && value < 4);
    chosen = value;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    mine = mz_choose(3);
    pthread_join(t, NULL);
    return 0;
}
