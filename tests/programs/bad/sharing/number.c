// expect: bug assertion
// only: -O0
// What a library function reads or writes is shared memory like any other.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static char buf[8] = "0";
static void *r(void *p)
{
    assert(atoi(buf) == 0);
    return p;
}
static void *w(void *p)
{
    buf[0] = '1';
    return p;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, r, 0);
    pthread_create(&b, 0, w, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
