// expect: bug assertion "wide == 0"
// Two accesses of different size and address that share one byte.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union { uint32_t wide; volatile uint8_t narrow[4]; } u;

static void *byte(void *unused)
{
    u.narrow[3] = 1;
    u.narrow[3] = 0;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, byte, NULL);
    uint32_t wide = u.wide;
    assert(wide == 0); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
