// expect: verified
// call_once and thread-specific storage with its destructor.
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static once_flag flag = ONCE_FLAG_INIT;
static tss_t slot;
static atomic_int made, destroyed;

static void destroy(void *value)
{
    (void)value;
    atomic_fetch_add(&destroyed, 1);
}

static void make(void)
{
    assert(tss_create(&slot, destroy) == thrd_success);
    made++;
}

static int work(void *value)
{
    call_once(&flag, make);
    assert(made == 1 && tss_get(slot) == NULL);
    assert(tss_set(slot, value) == thrd_success);
    assert(tss_get(slot) == value);
    return 0;
}

int main(void)
{
    thrd_t a, b;
    thrd_create(&a, work, &a);
    thrd_create(&b, work, &b);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
    assert(destroyed == 2);
    tss_delete(slot);
    return 0;
}
