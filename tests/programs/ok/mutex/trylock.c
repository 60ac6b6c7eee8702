// expect: verified
// ends: 3
// trylock fails exactly while somebody else holds the mutex; either thread may be refused, or none.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside, refused[2];

static void *work(void *argument)
{
    int me = argument != NULL;
    int error = pthread_mutex_trylock(&lock);
    if (error == 0) {
        assert(inside++ == 0);
        inside--;
        pthread_mutex_unlock(&lock);
    } else {
        assert(error == EBUSY);
        refused[me] = 1;
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, &lock);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(!(refused[0] && refused[1]));
    return 0;
}
