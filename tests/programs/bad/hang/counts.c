// expect: unknown "whether a loop ends that only counts"
// native: endless
// leftovers: states are compared with each round explored, and there is no end of them
// A thread waits for two flags, of which nobody sets the second, and counts its rounds: a bound of the rounds would look the same.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

atomic_int a, b; // not static: clang would see that nobody sets it

static void *work(void *unused)
{
    a = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    long rounds = 0;
    pthread_create(&t, NULL, work, NULL);
    while (!a || !b) {
        rounds++;
        sched_yield();
    }
    pthread_join(t, NULL);
    return rounds == 7;
}
