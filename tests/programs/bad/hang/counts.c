// expect: bug deadlock "thread 0 waits in a loop"
// native: endless
// leftovers: states are compared with each round explored, and there is no end of them
// A thread waits for two flags, of which nobody sets the second, and counts its rounds: the count
// decides only what follows.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

atomic_int a, b; // not static: clang would see that nobody sets it

static void *work(void *unused)
{
    a = 1;
    return unused;
}

static inline long wait_for_both(void)
{
    long rounds = 0;
    while (!a || !b) {
        rounds++;
        sched_yield();
    }
    return rounds;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    long rounds = wait_for_both();
    pthread_join(t, NULL);
    return rounds == 7;
}
