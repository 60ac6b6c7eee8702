/* libevent with evthread_use_pthreads: a loop that another thread wakes by event_active, and that ends there. */
#include <assert.h>
#include <pthread.h>

#include <event2/event.h>
#include <event2/thread.h>

static struct event *event;
static int called;

static void ready(evutil_socket_t none, short what, void *base)
{
    (void)none;
    assert(what == EV_READ);
    called++;
    event_base_loopbreak(base);
}

static void *waker(void *unused)
{
    event_active(event, EV_READ, 0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    assert(evthread_use_pthreads() == 0);
    struct event_base *base = event_base_new();
    assert(base);
    event = event_new(base, -1, EV_PERSIST, ready, base);
    assert(event && event_add(event, NULL) == 0);
    pthread_create(&thread, NULL, waker, NULL);
    assert(event_base_loop(base, EVLOOP_NO_EXIT_ON_EMPTY) == 0);
    assert(called == 1);
    pthread_join(thread, NULL);
    event_free(event);
    event_base_free(base);
    return 0;
}
