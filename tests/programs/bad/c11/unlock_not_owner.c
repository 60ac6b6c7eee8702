// expect: bug misuse "unlock"
// A C11 mutex is unlocked by a thread that does not own it.
#include <threads.h>

static mtx_t lock;

static int work(void *unused)
{
    (void)unused;
    mtx_unlock(&lock); // BUG HERE
    return 0;
}

int main(void)
{
    thrd_t t;
    mtx_init(&lock, mtx_plain);
    mtx_lock(&lock);
    thrd_create(&t, work, NULL);
    thrd_join(t, NULL);
    return 0;
}
