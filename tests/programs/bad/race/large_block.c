// expect: bug assertion "all"
// options: --race=off
// Large memory is filled at once by one thread, and a byte of it is written by another: it is shared by both, whoever comes first.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 100 * 1000, AT = 50 * 1000 };

static char *block;

static void *fill(void *unused)
{
    memset(block, 1, SIZE);
    return unused;
}

static void *change(void *unused)
{
    block[AT] = 2;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    block = malloc(SIZE);
    pthread_create(&a, NULL, fill, NULL);
    pthread_create(&b, NULL, change, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int all = block[AT] == 2;
    assert(all);
    return 0;
}
