// expect: bug assertion
// native: endless
// An execution is given up where mz_assume finds its condition false, and not before: what another thread does until then is
// explored.
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>

static int x, y;

static void *watch(void *unused)
{
    assert(x == 0); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, watch, NULL);
    x = 1;
    y = 1;
    mz_assume(x == 0);
    pthread_join(t, NULL);
    return 0;
}
