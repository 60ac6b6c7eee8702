// expect: bug assertion "done == 2"
// The program changes its directory: traces and reports still go where they should, and the replay finds it.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int done;

static void *work(void *unused)
{
    done = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    assert(chdir("/") == 0);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    assert(done == 2); // BUG HERE
    return 0;
}
