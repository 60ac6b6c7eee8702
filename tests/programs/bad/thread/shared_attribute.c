// expect: bug assertion "state =="
// What a thread asks of an attribute depends on when another one changes it.
#include <assert.h>
#include <pthread.h>

static pthread_attr_t attribute;

static void *change(void *unused)
{
    pthread_attr_setdetachstate(&attribute, PTHREAD_CREATE_DETACHED);
    return unused;
}

int main(void)
{
    pthread_t t;
    int state;
    pthread_attr_init(&attribute);
    pthread_create(&t, NULL, change, NULL);
    pthread_attr_getdetachstate(&attribute, &state);
    assert(state == PTHREAD_CREATE_JOINABLE); // BUG HERE
    pthread_join(t, NULL);
    return 0;
}
