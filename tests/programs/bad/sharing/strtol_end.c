// expect: bug assertion
// only: -O0
// What a library function reads or writes is shared memory like any other.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static char *end;
static int x;
static void *r(void *p)
{
    x = 1;
    assert(end == 0);
    return p;
}
static void *w(void *p)
{
    strtol("12", &end, 10);
    return p;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, r, 0);
    pthread_create(&b, 0, w, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
