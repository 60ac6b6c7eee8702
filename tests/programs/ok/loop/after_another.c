// expect: verified
// options:
// options: --search=bfs
// options: --search=best
// A loop that waits with one look comes after one with two looks a round: whether a thread waits depends on the state alone, not on what
// it did before.
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int begun, woken, done;

static void *work(void *unused)
{
    begun = 1;
    while (!woken)
        syscall(SYS_futex, &woken, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
    while (!done)
        ;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    int early = !begun;
    woken = 1;
    syscall(SYS_futex, &woken, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    done = 1;
    pthread_join(t, NULL);
    return early > 1;
}
