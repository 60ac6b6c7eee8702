// expect: bug assertion
// only: -O0
// What a library function reads or writes is shared memory like any other.
#include <assert.h>
#include <pthread.h>
static pthread_key_t k[2];
static void *w(void *p)
{
    pthread_key_create(&k[(long)p], 0);
    return p;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, w, 0);
    pthread_create(&b, 0, w, (void *)1);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(k[0] < k[1]);
    return 0;
}
