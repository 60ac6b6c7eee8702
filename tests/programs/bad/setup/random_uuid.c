// expect: unknown "set-up does not leave the same memory each time it is run: uuid"
// The kernel makes another one for each reader.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static char uuid[40];

static void *work(void *unused)
{
    return unused;
}

int main(void)
{
    FILE *f = fopen("/proc/sys/kernel/random/uuid", "r");
    assert(f && fgets(uuid, sizeof uuid, f));
    fclose(f);
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
