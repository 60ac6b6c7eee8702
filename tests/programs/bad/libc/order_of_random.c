// expect: bug assertion "drawn"
// The generator of rand is shared: who draws first gets the first number.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int drawn;

static void *draw(void *unused)
{
    drawn = rand();
    return unused;
}

int main(void)
{
    srand(5);
    int first = rand();
    srand(5);
    pthread_t t;
    pthread_create(&t, NULL, draw, NULL);
    rand();
    pthread_join(t, NULL);
    assert(drawn == first); // BUG HERE
    return 0;
}
