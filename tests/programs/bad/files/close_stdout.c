// expect: bug assertion "write(1"
// Whether output fails depends on who comes first.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static void *stop(void *unused)
{
    close(1);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, stop, NULL);
    assert(write(1, "x", 1) == 1); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
