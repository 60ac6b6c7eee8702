/* nng's threads, mutexes and condition variables (supplemental/util): a place that two threads hand to each other. */
#include <assert.h>

#include <nng/nng.h>
#include <nng/supplemental/util/platform.h>

static nng_mtx *lock;
static nng_cv *changed;
static int place;

static void produce(void *unused)
{
    (void)unused;
    for (int i = 1; i <= 2; i++) {
        nng_mtx_lock(lock);
        while (place)
            nng_cv_wait(changed);
        place = i;
        nng_cv_wake(changed);
        nng_mtx_unlock(lock);
    }
}

int main(void)
{
    nng_thread *thread;
    assert(nng_mtx_alloc(&lock) == 0 && nng_cv_alloc(&changed, lock) == 0);
    assert(nng_thread_create(&thread, produce, NULL) == 0);
    for (int i = 1; i <= 2; i++) {
        nng_mtx_lock(lock);
        while (!place)
            nng_cv_wait(changed);
        assert(place == i);
        place = 0;
        nng_cv_wake(changed);
        nng_mtx_unlock(lock);
    }
    nng_thread_destroy(thread);
    nng_cv_free(changed);
    nng_mtx_free(lock);
    return 0;
}
