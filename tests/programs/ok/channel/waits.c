// expect: verified
// Waiting that ends in other ways: a time limit, another thread that cancels, SIGPIPE with a handler; and two readers of one pipe, of
// which each gets what the other does not.
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int p[2], q[2], handled;
static char got[2];

static void *reader(void *to)
{
    assert(read(p[0], to, 1) == 1);
    return NULL;
}

static void *waiter(void *unused)
{
    char c;
    read(q[0], &c, 1);
    assert(!"it is cancelled");
    return unused;
}

static void handle(int number)
{
    handled = number;
}

int main(void)
{
    pthread_t a, b;
    assert(pipe(p) == 0 && pipe(q) == 0);
    pthread_create(&a, NULL, reader, &got[0]);
    pthread_create(&b, NULL, reader, &got[1]);
    assert(write(p[1], "xy", 2) == 2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(got[0] + got[1] == 'x' + 'y' && got[0] != got[1]);

    struct pollfd set = {.fd = q[0], .events = POLLIN};
    assert(poll(&set, 1, 1) == 0 && set.revents == 0);
    void *result;
    pthread_create(&a, NULL, waiter, NULL);
    pthread_cancel(a);
    pthread_join(a, &result);
    assert(result == PTHREAD_CANCELED);

    signal(SIGPIPE, handle);
    close(q[0]);
    assert(write(q[1], "a", 1) == -1 && errno == EPIPE && handled == SIGPIPE);
    return 0;
}
