// expect: bug deadlock
// The waiter does not look whether the event has already happened.
#include <threads.h>

static mtx_t lock;
static cnd_t event;

static int waiter(void *unused)
{
    (void)unused;
    mtx_lock(&lock);
    cnd_wait(&event, &lock);
    mtx_unlock(&lock);
    return 0;
}

int main(void)
{
    thrd_t t;
    mtx_init(&lock, mtx_plain);
    cnd_init(&event);
    thrd_create(&t, waiter, NULL);
    mtx_lock(&lock);
    cnd_signal(&event);
    mtx_unlock(&lock);
    thrd_join(t, NULL);
    return 0;
}
