// expect: bug assertion "seen"
/* pthread_create writes the identity of the new thread, and another thread may have looked at it before. */
#include <assert.h>
#include <pthread.h>

static pthread_t late;
static int seen;

static void *look(void *unused)
{
    (void)unused;
    seen = late != 0;
    return NULL;
}

static void *nothing(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, look, NULL);
    pthread_create(&late, NULL, nothing, NULL);
    pthread_join(a, NULL);
    pthread_join(late, NULL);
    assert(seen); // BUG HERE
    return 0;
}
