// expect: bug exit-status "status 3"
// options: --exit-status
// native: 3
#include <err.h>
#include <errno.h>
#include <pthread.h>

static void *worker(void *unused)
{
    errno = ENOENT;
    err(3, "cannot find %s", "it"); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
