// expect: bug assertion "a == b"
// only: aarch64
// A builtin that loads three registers at once, twice.
#include <arm_neon.h>
#include <assert.h>
#include <pthread.h>

static int x[12];
static volatile int calls; // or the compiler calls last() once

static void *writes(void *unused)
{
    x[11] = 1;
    return unused;
}

static __attribute__((noinline)) int last(void)
{
    calls++;
    int32x4x3_t v = vld1q_s32_x3(x);
    return vgetq_lane_s32(v.val[2], 3);
}

static void *reads(void *unused)
{
    int a = last(), b = last();
    assert(a == b); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, reads, NULL);
    pthread_create(&t[1], NULL, writes, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    return 0;
}
