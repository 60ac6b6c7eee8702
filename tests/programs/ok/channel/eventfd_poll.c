// expect: verified
// A loop that waits for an eventfd and a pipe, as event loops do: it is woken for each, and finds what was done before.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int wake, p[2], told, sent;

static void *waker(void *unused)
{
    told = 1;
    assert(eventfd_write(wake, 3) == 0);
    return unused;
}

static void *sender(void *unused)
{
    sent = 1;
    assert(write(p[1], "x", 1) == 1);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    wake = eventfd(0, EFD_NONBLOCK);
    assert(wake >= 0 && pipe(p) == 0);
    pthread_create(&a, NULL, waker, NULL);
    pthread_create(&b, NULL, sender, NULL);
    int woken = 0, got = 0;
    while (!woken || !got) {
        struct pollfd set[2] = {{.fd = wake, .events = POLLIN}, {.fd = p[0], .events = POLLIN}};
        int n = poll(set, 2, -1);
        assert(n == 1 || n == 2);
        if (set[0].revents & POLLIN) {
            uint64_t value;
            assert(read(wake, &value, sizeof value) == sizeof value && value == 3);
            assert(told == 1);
            woken = 1;
        }
        if (set[1].revents & POLLIN) {
            char c;
            assert(read(p[0], &c, 1) == 1 && c == 'x');
            assert(sent == 1);
            got = 1;
        }
    }
    uint64_t value;
    assert(read(wake, &value, sizeof value) == -1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
