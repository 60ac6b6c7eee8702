// expect: bug assertion "done == 2"
// The same with a fault to report.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int done;

static void *work(void *unused)
{
    done = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    fclose(stdout);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    assert(done == 2); // BUG HERE
    return 0;
}
