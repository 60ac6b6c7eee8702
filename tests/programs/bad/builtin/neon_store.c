// expect: bug assertion "a == b"
// only: aarch64
// A builtin that stores two registers at once, between two reads.
#include <arm_neon.h>
#include <assert.h>
#include <pthread.h>

static int x[8];

static void *writes(void *unused)
{
    int32x4x2_t v = {{vdupq_n_s32(1), vdupq_n_s32(1)}};
    vst2q_s32(x, v);
    return unused;
}

static void *reads(void *unused)
{
    volatile int *p = &x[7];
    int a = *p, b = *p;
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
