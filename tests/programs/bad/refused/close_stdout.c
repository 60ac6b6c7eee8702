// expect: refused "closing a standard stream while other threads run"
// Whether output fails would depend on it.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static void *stop(void *unused)
{
    close(1); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, stop, NULL);
    assert(write(1, "x", 1) == 1);
    pthread_join(t, NULL);
    return 0;
}
