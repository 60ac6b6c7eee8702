// expect: verified
// A write that finds room for a part of it waits for the rest, and what others write meanwhile comes in between; one of up to PIPE_BUF
// bytes is not parted.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

enum { PAGE = 4096, FULL = 15 * PAGE };
static int p[2];
static char zeros[FULL], large[PAGE + 100], small[50];

static void *writes_large(void *unused)
{
    assert(write(p[1], large, sizeof large) == sizeof large);
    return unused;
}

static void *writes_small(void *unused)
{
    assert(write(p[1], small, sizeof small) == sizeof small);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    char got[FULL];
    int larges = 0, smalls = 0, first = -1, last = -1, bytes = 0;
    memset(large, 1, sizeof large);
    memset(small, 2, sizeof small);
    assert(pipe(p) == 0 && write(p[1], zeros, FULL) == FULL);
    pthread_create(&a, NULL, writes_large, NULL);
    pthread_create(&b, NULL, writes_small, NULL);
    assert(read(p[0], got, FULL) == FULL);
    while (larges + smalls < PAGE + 150) {
        int n = (int)read(p[0], got, FULL);
        assert(n > 0);
        for (int i = 0; i < n; i++, bytes++) {
            larges += got[i] == 1;
            if (got[i] == 2) {
                first = first < 0 ? bytes : first;
                last = bytes;
                smalls++;
            }
        }
    }
    assert(larges == sizeof large && smalls == 50 && last - first == 49);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
