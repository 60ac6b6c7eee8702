// expect: verified
// only: aarch64
// Builtins that load and store several registers touch what they name and nothing beside it.
#include <arm_neon.h>
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int16_t *block;

static void *left(void *unused)
{
    int16x4x3_t v = vld3_s16(block);
    v.val[0] = vadd_s16(v.val[0], v.val[1]);
    vst3_s16(block, v);
    return unused;
}

static void *right(void *unused)
{
    int16x8x4_t v = vld1q_s16_x4(block + 12);
    v.val[3] = vaddq_s16(v.val[3], v.val[2]);
    vst4q_s16(block + 12, v);
    return unused;
}

int main(void)
{
    pthread_t t[2];
    block = calloc(44, sizeof *block);
    for (int i = 0; i < 44; i++)
        block[i] = 1;
    pthread_create(&t[0], NULL, left, NULL);
    pthread_create(&t[1], NULL, right, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(block[0] == 2 && block[1] == 1 && block[43] == 2);
    free(block);
    return 0;
}
