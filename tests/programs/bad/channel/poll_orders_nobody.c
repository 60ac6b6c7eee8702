// expect: bug race "write of x"
// options: --race=error
// poll takes no lock of the pipe that it looks at: who writes there later knows nothing of what was done before the poll.
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

int               x;
static int        p[2];
static atomic_int polled;

static void *looks(void *unused)
{
    struct pollfd in = {p[0], POLLIN, 0};
    x = 1; // BUG HERE
    poll(&in, 1, 0);
    atomic_store_explicit(&polled, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t a;
    pipe(p);
    pthread_create(&a, NULL, looks, NULL);
    if (atomic_load_explicit(&polled, memory_order_relaxed)) {
        write(p[1], "a", 1);
        x = 2; // BUG HERE
    }
    pthread_join(a, NULL);
    return x < 0;
}
