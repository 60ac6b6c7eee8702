// expect: verified
// races: 0
// options: --race-rule=graph
// options: --race-rule=hb
// options: --race-rule=clocks
// Who was woken is ordered after its waker, and who has woken somebody after what that one did before it slept.
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

static uint32_t word;
static int before, after;

static void *sleeper(void *unused)
{
    before = 1;
    long error = syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
    assert(error == 0 && after == 1);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, sleeper, NULL);
    after = 1;
    while (syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0) != 1)
        ;
    assert(before == 1);
    pthread_join(t, NULL);
    return 0;
}
