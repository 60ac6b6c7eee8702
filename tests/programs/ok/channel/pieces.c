// expect: verified
// options: --visible=all
// Between two pieces of a large write the end stays open: who closes the only number of it, and makes another pipe, gets none of its bytes.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

enum { BYTES = (1 << 16) + 100 };
static int  p[2], q[2];
static char large[BYTES], got[BYTES];

static void *writes(void *unused)
{
    assert(write(p[1], large, sizeof large) == sizeof large);
    return unused;
}

int main(void)
{
    pthread_t a;
    char c;
    int there = 0;
    memset(large, 1, sizeof large);
    pipe(p);
    pthread_create(&a, NULL, writes, NULL);
    assert(read(p[0], &c, 1) == 1);
    close(p[1]);
    pipe(q);
    for (ssize_t n = 1; n > 0; there += (int)n)
        n = read(p[0], got, sizeof got);
    assert(there == BYTES - 1);
    pthread_join(a, NULL);
    close(q[1]);
    assert(read(q[0], &c, 1) == 0);
}
