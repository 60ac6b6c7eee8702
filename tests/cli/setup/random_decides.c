// Whether the assertion fails is decided in set-up: what one process finds, the next one does not.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int even, value;

static void *work(void *unused)
{
    value = even;
    return unused;
}

int main(void)
{
    char uuid[40];
    FILE *f = fopen("/proc/sys/kernel/random/uuid", "r");
    assert(f && fgets(uuid, sizeof uuid, f));
    fclose(f);
    for (int i = 0; uuid[i]; i++)
        even = even * 31 + uuid[i];
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    assert(value % 3 != 0);
    return 0;
}
