// expect: bug assertion "!marked"
// options: --uninit
// An element of an array of variable length that nobody sets, and another one in memory from alloca.
#include <alloca.h>
#include <assert.h>
#include <pthread.h>

static int length = 3;

static void *work(void *unused)
{
    int array[length], *block = alloca((size_t)length * sizeof *block);
    int marked = array[1] | block[2];
    assert(!marked); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
