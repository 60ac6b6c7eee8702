// expect: verified
// races: 0
// mtx_t, cnd_t, call_once and thrd_join order as their POSIX kin do.
#include <assert.h>
#include <threads.h>

static mtx_t m;
static cnd_t c;
static once_flag once = ONCE_FLAG_INIT;
static int ready, data;

static void prepare(void)
{
    data = 1;
}

static int work(void *unused)
{
    (void)unused;
    call_once(&once, prepare);
    mtx_lock(&m);
    ready += data;
    cnd_broadcast(&c);
    mtx_unlock(&m);
    return 0;
}

int main(void)
{
    thrd_t a, b;
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    thrd_create(&a, work, NULL);
    thrd_create(&b, work, NULL);
    mtx_lock(&m);
    while (ready < 2)
        cnd_wait(&c, &m);
    mtx_unlock(&m);
    assert(data == 1);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
    assert(ready == 2);
    return 0;
}
