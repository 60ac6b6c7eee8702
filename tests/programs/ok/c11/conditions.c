// expect: verified
// cnd_wait in a loop, cnd_signal, cnd_broadcast, cnd_timedwait.
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t lock;
static cnd_t changed;
static int stage;

static int follow(void *unused)
{
    (void)unused;
    mtx_lock(&lock);
    while (stage == 0)
        cnd_wait(&changed, &lock);
    stage = 2;
    cnd_signal(&changed);
    mtx_unlock(&lock);
    return 0;
}

int main(void)
{
    thrd_t t;
    struct timespec until = {.tv_sec = 4000000000};
    mtx_init(&lock, mtx_plain);
    cnd_init(&changed);
    thrd_create(&t, follow, NULL);
    mtx_lock(&lock);
    stage = 1;
    cnd_broadcast(&changed);
    int result = thrd_success;
    while (stage == 1 && result == thrd_success)
        result = cnd_timedwait(&changed, &lock, &until);
    assert(stage == 2 || result == thrd_timedout);
    mtx_unlock(&lock);
    thrd_join(t, NULL);
    assert(stage == 2);
    cnd_destroy(&changed);
    mtx_destroy(&lock);
    return 0;
}
