// expect: bug deadlock "thread 0 waits in a loop"
// options: -DWAIT=0
// options: -DWAIT=1
// options: -DWAIT=2
// options: -DWAIT=3
// native: endless
// leftovers: states are compared with each round explored, and there is no end of them
// A loop counts while it waits for what nobody does. The count is asked for behind the loop at most, so that it cannot end it.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

atomic_int flag, done; // not static: the compiler would see that nobody sets it

static inline long faint(void)
{
    long n = 0;
    while (!flag)
        n++;
    return 0;
}

static inline long asked_later(void)
{
    long n = 0;
    while (!flag) {
        n += 3;
        sched_yield();
    }
    return n;
}

static inline long two_counters(void)
{
    long n = 0, sum = 1;
    while (!flag || !done) {
        sum += n * 5;
        n = sum - n;
    }
    return sum;
}

static inline long back_off(void)
{
    long n = 0, pause = 1;
    while (!flag) {
        for (long i = 0; i < pause; i++)
            sched_yield();
        pause = pause < 4 ? 2 * pause : 4;
        n += pause;
    }
    return n;
}

static void *work(void *unused)
{
    done = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    long n = WAIT == 0 ? faint() : WAIT == 1 ? asked_later() : WAIT == 2 ? two_counters() : back_off();
    pthread_join(t, NULL);
    return n == 7;
}
