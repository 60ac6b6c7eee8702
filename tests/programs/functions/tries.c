// expect: verified
// errors: bsearch qsort qsort_r memmove strcat call_once cnd_broadcast cnd_destroy cnd_timedwait mtx_destroy mtx_timedlock
// errors: mtx_trylock pthread_rwlock_tryrdlock pthread_rwlock_trywrlock pthread_spin_destroy pthread_spin_trylock sem_getvalue
// errors: thrd_equal thrd_exit thrd_yield tss_create tss_delete tss_get tss_set tzset
#include "functions.h"

#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>

static int order(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static int order_by(const void *a, const void *b, void *sign)
{
    return *(const int *)sign * order(a, b);
}

static mtx_t m;
static cnd_t c;
static tss_t key;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static const struct timespec soon = {1, 0};
static int ran;

static void run(void)
{
    ran++;
}

static int contender(void *unused)
{
    (void)unused;
    assert(mtx_trylock(&m) == thrd_busy && mtx_timedlock(&m, &soon) == thrd_timedout);
    assert(pthread_rwlock_tryrdlock(&rw) == EBUSY && pthread_rwlock_trywrlock(&rw) == EBUSY && pthread_spin_trylock(&spin) == EBUSY);
    assert(tss_get(key) == NULL && tss_set(key, &m) == thrd_success && tss_get(key) == &m);
    thrd_exit(5);
}

static void use(void)
{
    int numbers[] = {3, 1, 2}, two = 2, sign = -1, value = 0;
    char text[8] = "ab";
    sem_t s;
    once_flag once = ONCE_FLAG_INIT;
    qsort(numbers, 3, sizeof *numbers, order);
    assert(bsearch(&two, numbers, 3, sizeof *numbers, order) == &numbers[1]);
    qsort_r(numbers, 3, sizeof *numbers, order_by, &sign);
    assert(numbers[0] == 3 && memmove(text + 1, text, 2) == text + 1 && strcmp(strcat(text, "c"), "aabc") == 0);
    sem_init(&s, 0, 4);
    assert(sem_getvalue(&s, &value) == 0 && value == 4 && sem_destroy(&s) == 0);
    call_once(&once, run);
    call_once(&once, run);
    assert(ran == 1);
    tzset();
    thrd_yield();
    assert(thrd_equal(thrd_current(), thrd_current()));
}

static void errors(void)
{
    thrd_t t;
    int result = 0, nothing = 9, one = 1;
    char text[4] = "";
    assert(bsearch(&nothing, &one, 1, sizeof one, order) == NULL && bsearch(&nothing, NULL, 0, sizeof one, order) == NULL);
    qsort(NULL, 0, sizeof one, order);
    qsort_r(&one, 1, sizeof one, order_by, NULL);
    assert(memmove(text, text, 0) == text && strcat(text, "") == text && *text == 0);
    assert(mtx_init(&m, mtx_timed) == thrd_success && cnd_init(&c) == thrd_success && tss_create(&key, NULL) == thrd_success);
    pthread_spin_init(&spin, 0);
    mtx_lock(&m);
    pthread_rwlock_wrlock(&rw);
    pthread_spin_lock(&spin);
    thrd_create(&t, contender, NULL);
    assert(thrd_join(t, &result) == thrd_success && result == 5 && !thrd_equal(t, thrd_current()));
    pthread_spin_unlock(&spin);
    pthread_rwlock_unlock(&rw);
    assert(cnd_timedwait(&c, &m, &soon) == thrd_timedout && cnd_broadcast(&c) == thrd_success);
    mtx_unlock(&m);
    cnd_destroy(&c);
    mtx_destroy(&m);
    tss_delete(key);
    assert(pthread_spin_destroy(&spin) == 0);
}
