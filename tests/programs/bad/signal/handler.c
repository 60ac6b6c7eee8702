// expect: bug assertion "handled_before == 0"
// A handler is a function that the thread calls: what it does under no lock is seen by the other.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static int handled;

static void handler(int number)
{
    __atomic_store_n(&handled, number, __ATOMIC_SEQ_CST);
}

static void *sends(void *unused)
{
    raise(SIGUSR1);
    return unused;
}

int main(void)
{
    pthread_t t;
    signal(SIGUSR1, handler);
    pthread_create(&t, NULL, sends, NULL);
    int handled_before = __atomic_load_n(&handled, __ATOMIC_SEQ_CST);
    assert(__atomic_load_n(&handled, __ATOMIC_SEQ_CST) == 0 && handled_before == 0); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
