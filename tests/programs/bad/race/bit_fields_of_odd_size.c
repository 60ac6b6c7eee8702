// expect: bug assertion "both"
// only: gcc
// Bit-fields that fill three bytes, with a member right behind them. (clang gives accesses of three bytes no hooks; a check
// says so.)
#include <assert.h>
#include <pthread.h>

static struct {
    unsigned low : 12, high : 12;
    char     next;
} packed;

static void *set_low(void *unused)
{
    packed.low = 1;
    return unused;
}

static void *set_high(void *unused)
{
    packed.high = 1;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, set_low, NULL);
    pthread_create(&b, NULL, set_high, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int both = packed.low && packed.high;
    assert(both); // BUG HERE
    return 0;
}
