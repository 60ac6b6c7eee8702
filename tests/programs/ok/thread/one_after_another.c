// expect: verified
// A hundred threads, never more than two at once: thread numbers are used again.
#include <assert.h>
#include <pthread.h>

static int rounds;

static void *work(void *unused)
{
    rounds++;
    return unused;
}

int main(void)
{
    for (int i = 0; i < 100; i++) {
        pthread_t t;
        assert(pthread_create(&t, NULL, work, NULL) == 0);
        assert(pthread_join(t, NULL) == 0);
    }
    assert(rounds == 100);
    return 0;
}
