// expect: verified
// What malloc_usable_size says may be used.
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    for (size_t size = 1; size < 3000; size += 61) {
        char *block = malloc(size);
        memset(block, 1, malloc_usable_size(block));
        free(block);
    }
    return 0;
}
