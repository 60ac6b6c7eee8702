// expect: verified
// A struct is copied as a whole under a lock: copies are never mixed.
#include <assert.h>
#include <pthread.h>

struct pair { long a, b, c; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct pair shared;

static void *writer(void *unused)
{
    struct pair mine = {1, 1, 1};
    pthread_mutex_lock(&lock);
    shared = mine;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    pthread_mutex_lock(&lock);
    struct pair copy = shared;
    pthread_mutex_unlock(&lock);
    assert(copy.a == copy.b && copy.b == copy.c);
    pthread_join(t, NULL);
    assert(shared.a == 1 && shared.b == 1 && shared.c == 1);
    return 0;
}
