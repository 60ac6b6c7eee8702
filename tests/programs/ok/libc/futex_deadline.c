// expect: verified
// The clock after a time-out shows at least the deadline, and not much more: FUTEX_WAIT says how long, FUTEX_WAIT_BITSET until when.
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { SECOND = 1000000000 };
static int word;

static void *work(void *unused)
{
    return unused;
}

static long long now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * (long long)SECOND + t.tv_nsec;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    long long before = now();
    struct timespec limit = {.tv_nsec = SECOND / 50};
    syscall(SYS_futex, &word, FUTEX_WAIT, 0, &limit, NULL, 0);
    assert(now() - before >= SECOND / 50);
    assert(now() - before < SECOND / 2);
    long long deadline = now() + SECOND + SECOND / 5;
    limit = (struct timespec){.tv_sec = deadline / SECOND, .tv_nsec = deadline % SECOND};
    syscall(SYS_futex, &word, FUTEX_WAIT_BITSET, 0, &limit, NULL, FUTEX_BITSET_MATCH_ANY);
    assert(now() >= deadline);
    return 0;
}
