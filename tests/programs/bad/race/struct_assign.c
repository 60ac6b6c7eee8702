// expect: bug assertion "a == c"
// A struct is assigned as a whole and read field by field.
#include <assert.h>
#include <pthread.h>

struct triple { long a, b, c; };
static struct triple shared;

static void *writer(void *unused)
{
    struct triple mine = {1, 1, 1};
    shared = mine;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    long a = shared.a;
    long c = shared.c;
    assert(a == c); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
