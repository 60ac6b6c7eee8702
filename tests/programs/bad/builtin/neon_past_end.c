// expect: bug memory "write of 32 bytes that ends past the end of a block of 28 bytes"
// only: aarch64
// What such a builtin touches is known to the byte.
#include <arm_neon.h>
#include <stdlib.h>

int main(void)
{
    int *block = malloc(7 * sizeof *block);
    int32x4x2_t v = {{vdupq_n_s32(1), vdupq_n_s32(1)}};
    vst2q_s32(block, v);
    free(block);
    return 0;
}
