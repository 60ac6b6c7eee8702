// expect: verified
// Atomics of 8, 16, 32 and 64 bits: nothing is lost, and neighbours are left alone.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static struct {
    _Atomic uint8_t a, guard_a;
    _Atomic uint16_t b, guard_b;
    _Atomic uint32_t c, guard_c;
    _Atomic uint64_t d, guard_d;
} at = {250, 1, 65530, 2, 0xfffffffa, 3, 0xfffffffffffffffa, 4};

static void *work(void *unused)
{
    atomic_fetch_add(&at.a, 5);
    atomic_fetch_add(&at.b, 5);
    atomic_fetch_add(&at.c, 5);
    atomic_fetch_add(&at.d, 5);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(at.a == 4 && at.b == 4 && at.c == 4 && at.d == 4);
    assert(at.guard_a == 1 && at.guard_b == 2 && at.guard_c == 3 && at.guard_d == 4);
    return 0;
}
