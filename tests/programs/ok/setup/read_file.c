// expect: verified
// A file is read in set-up; what was read is ordinary memory afterwards.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char line[128];

static void *work(void *unused)
{
    assert(strlen(line) > 0);
    return unused;
}

int main(void)
{
    pthread_t t;
    FILE *f = fopen("/proc/self/comm", "r");
    assert(f && fgets(line, sizeof line, f));
    fclose(f);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
