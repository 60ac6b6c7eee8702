// expect: bug misuse
// thrd_join of a thread that detached itself.
#include <threads.h>

static int work(void *unused)
{
    (void)unused;
    thrd_detach(thrd_current()); // OR HERE
    return 0;
}

int main(void)
{
    thrd_t t;
    thrd_create(&t, work, NULL);
    thrd_join(t, NULL); // BUG HERE
    return 0;
}
