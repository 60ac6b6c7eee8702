/* nng: a sleep of an aio, which another thread may abort before it is over: its callback is called once, with the one result or the other. */
#include <assert.h>
#include <pthread.h>

#include <nng/nng.h>

static nng_aio *aio;
static int called;

static void done(void *unused)
{
    (void)unused;
    called++;
}

static void *cancel(void *unused)
{
    nng_aio_cancel(aio);
    return unused;
}

int main(void)
{
    pthread_t thread;
    assert(nng_aio_alloc(&aio, done, NULL) == 0);
    nng_sleep_aio(1, aio);
    pthread_create(&thread, NULL, cancel, NULL);
    nng_aio_wait(aio);
    int result = nng_aio_result(aio);
    assert(called == 1 && (result == 0 || result == NNG_ECANCELED));
    pthread_join(thread, NULL);
    nng_aio_free(aio);
    return 0;
}
