// expect: bug memory "free of an address among the program's variables"
// native: 134
#include <stdlib.h>

static char buffer[64];

int main(void)
{
    char *volatile text = buffer;
    free(text); // BUG HERE
    return 0;
}
