// expect: verified
// C11 threads: thrd_create, thrd_join with results, thrd_exit, mtx_plain, thrd_equal, thrd_yield.
#include <assert.h>
#include <threads.h>

static mtx_t lock;
static int counter;

static int work(void *argument)
{
    mtx_lock(&lock);
    counter++;
    mtx_unlock(&lock);
    thrd_yield();
    if (argument)
        thrd_exit(7);
    return 5;
}

int main(void)
{
    thrd_t a, b;
    int from_a, from_b;
    assert(mtx_init(&lock, mtx_plain) == thrd_success);
    assert(thrd_create(&a, work, NULL) == thrd_success);
    assert(thrd_create(&b, work, &lock) == thrd_success);
    assert(!thrd_equal(a, thrd_current()));
    assert(thrd_join(a, &from_a) == thrd_success && thrd_join(b, &from_b) == thrd_success);
    assert(from_a == 5 && from_b == 7 && counter == 2);
    mtx_destroy(&lock);
    return 0;
}
