// expect: bug assertion "copy"
// A struct is written field by field and copied as a whole: the copy may see half of it.
#include <assert.h>
#include <pthread.h>

struct pair { long a, b, c; };
static struct pair shared;

static void *writer(void *unused)
{
    shared.a = 1;
    shared.b = 1;
    shared.c = 1;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    struct pair copy = shared;
    assert(copy.a == copy.b && copy.b == copy.c); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
