// expect: verified
// Blocks of no bytes are different from each other and are freed like others; so is nothing at all.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char *a = malloc(0), *b = malloc(0), *c = calloc(0, 8);
    assert(a != b && b != c);
    free(a);
    free(b);
    free(c);
    free(NULL);
    return 0;
}
