// expect: verified
// trywait fails with EAGAIN, timedwait with ETIMEDOUT, both through errno; what they do not take is still there.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t tokens;
static int taken_try, taken_timed;

static void *trying(void *unused)
{
    if (sem_trywait(&tokens) == 0)
        taken_try = 1;
    else
        assert(errno == EAGAIN);
    return unused;
}

static void *timed(void *unused)
{
    struct timespec until = {.tv_sec = 1}; // long ago: in a run without Mazurka it does not wait
    if (sem_timedwait(&tokens, &until) == 0)
        taken_timed = 1;
    else
        assert(errno == ETIMEDOUT);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&tokens, 0, 0);
    pthread_create(&a, NULL, trying, NULL);
    pthread_create(&b, NULL, timed, NULL);
    sem_post(&tokens);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int left;
    sem_getvalue(&tokens, &left);
    assert(left + taken_try + taken_timed == 1);
    return 0;
}
