// expect: bug memory "write of 16 bytes in a freed block of 16 bytes (offset 0)"
#include <stdlib.h>
#include <string.h>

int main(void)
{
    volatile size_t size = 16;
    char *volatile secret = malloc(16);
    free(secret);
    memset(secret, 0, size); // BUG HERE
    return 0;
}
