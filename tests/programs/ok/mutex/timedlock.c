// expect: verified
// A timed lock either gets the mutex or gives up; the program is right in both cases.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int owned, gave_up;

static void *patient(void *unused)
{
    pthread_mutex_lock(&lock);
    owned++;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *hasty(void *unused)
{
    struct timespec until = {.tv_sec = 4000000000};
    int error = pthread_mutex_timedlock(&lock, &until);
    if (error == ETIMEDOUT) {
        gave_up = 1;
        return unused;
    }
    assert(error == 0);
    owned++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, patient, NULL);
    pthread_create(&b, NULL, hasty, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(owned + gave_up == 2);
    return 0;
}
