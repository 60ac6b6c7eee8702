// expect: bug assertion "strcmp"
// A function returns a static buffer, as if it were one per thread.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char *name_of(int number)
{
    static char buffer[16];
    snprintf(buffer, sizeof buffer, "thread %d", number);
    return buffer;
}

static void *work(void *unused)
{
    char *name = name_of(1);
    assert(strcmp(name, "thread 1") == 0); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    name_of(2);
    pthread_join(t, NULL);
    return 0;
}
