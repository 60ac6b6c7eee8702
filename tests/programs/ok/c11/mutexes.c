// expect: verified
// mtx_recursive, mtx_timed, mtx_trylock: the results are thrd_busy and thrd_timedout.
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t recursive, timed;

static int other(void *unused)
{
    (void)unused;
    assert(mtx_trylock(&recursive) == thrd_busy);
    struct timespec until = {.tv_sec = 1};
    assert(mtx_timedlock(&timed, &until) == thrd_timedout);
    return 0;
}

int main(void)
{
    thrd_t t;
    mtx_init(&recursive, mtx_plain | mtx_recursive);
    mtx_init(&timed, mtx_timed);
    mtx_lock(&recursive);
    mtx_lock(&recursive);
    assert(mtx_trylock(&recursive) == thrd_success);
    mtx_unlock(&recursive);
    mtx_unlock(&recursive);
    mtx_lock(&timed);
    thrd_create(&t, other, NULL);
    thrd_join(t, NULL);
    mtx_unlock(&recursive);
    mtx_unlock(&timed);
    return 0;
}
