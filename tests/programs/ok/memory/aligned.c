// expect: verified
// All ways to ask for an alignment, used to their ends.
#include <assert.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void use(void *block, size_t alignment, size_t size)
{
    assert(block && (uintptr_t)block % alignment == 0);
    memset(block, 7, size);
    free(block);
}

int main(void)
{
    void *block;
    assert(posix_memalign(&block, 64, 100) == 0);
    use(block, 64, 100);
    use(aligned_alloc(256, 512), 256, 512);
    use(memalign(4096, 10), 4096, 10);
    use(valloc(5000), 4096, 5000);
    use(calloc(3, 7), 16, 21);
    return 0;
}
