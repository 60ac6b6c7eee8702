// expect: bug assertion
// only: -O0
// What a library function reads or writes is shared memory like any other.
#include <assert.h>
#include <pthread.h>
static int old = 7;
static void *r(void *p)
{
    assert(old == 7);
    return p;
}
static void *w(void *p)
{
    pthread_setcancelstate(1, &old);
    return p;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&b, 0, r, 0);
    pthread_create(&a, 0, w, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
