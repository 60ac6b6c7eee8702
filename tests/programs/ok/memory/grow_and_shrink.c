// expect: verified
// realloc in place and elsewhere: what is there may be used, up to the last byte.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *text = NULL;
    size_t sizes[] = {1, 7, 8, 9, 100, 5000, 70000, 4097, 33, 16, 3};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        text = realloc(text, sizes[i]);
        assert(text);
        memset(text, (int)i, sizes[i]);
        assert(text[sizes[i] - 1] == (char)i);
    }
    free(text);
    return 0;
}
