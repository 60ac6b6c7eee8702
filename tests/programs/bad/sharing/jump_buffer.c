// expect: bug assertion
// only: -O0
// What a library function reads or writes is shared memory like any other.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
static jmp_buf j;
static void *r(void *p)
{
    for (unsigned i = 0; i < sizeof j / sizeof(long); i++)
        assert(((long *)&j)[i] == 0);
    return p;
}
static void *w(void *p)
{
    setjmp(j);
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
