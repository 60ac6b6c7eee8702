// expect: bug memory "write of 8 bytes that ends past the end of a block of 12 bytes (offset 8)"
// The block was measured with the wrong type.
#include <stdlib.h>

struct entry { int key; long value; };

int main(void)
{
    struct entry *e = malloc(sizeof(int) + sizeof(long));
    *(volatile int *)&e->key = 1;
    *(volatile long *)&e->value = 2; // BUG HERE
    free(e);
    return 0;
}
