// expect: unknown "set-up does not leave the same memory each time it is run: large"
// A difference somewhere in more memory than is written down word by word.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static char large[16 << 20];

static void *work(void *unused)
{
    return unused;
}

int main(void)
{
    FILE *f = fopen("/proc/sys/kernel/random/uuid", "r");
    assert(f && fgets(&large[9 << 20], 40, f));
    fclose(f);
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
