// expect: bug assertion "c.value == 2"
// A local structure that another thread updates through a pointer, and its own function by name.
#include <assert.h>
#include <pthread.h>

struct counter { int unused, value; };

static void *count(void *counter)
{
    ((struct counter *)counter)->value++;
    return NULL;
}

int main(void)
{
    struct counter c = {0, 0};
    pthread_t t;
    pthread_create(&t, NULL, count, &c);
    c.value++;
    pthread_join(t, NULL);
    assert(c.value == 2); // BUG HERE
    return 0;
}
