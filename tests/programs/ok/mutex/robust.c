// expect: verified
// A thread ends and holds two robust mutexes: whoever locks one next is told so, first of the one that was locked last, marks it as
// consistent, and all is well; a thread that waits for it goes on.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t first, second;
static int value, repairs;

static void *dies(void *unused)
{
    assert(pthread_mutex_lock(&first) == 0 && pthread_mutex_lock(&second) == 0);
    value = 1; /* half of what there is to do */
    return unused;
}

static void *repairs_it(void *unused)
{
    int error = pthread_mutex_lock(&first);
    assert(error == 0 || error == EOWNERDEAD);
    if (error == EOWNERDEAD) {
        assert(value == 1 && pthread_mutex_trylock(&second) == EOWNERDEAD);
        value = 2;
        repairs++;
        assert(pthread_mutex_consistent(&second) == 0 && pthread_mutex_consistent(&second) == EINVAL);
        assert(pthread_mutex_consistent(&first) == 0);
        assert(pthread_mutex_unlock(&second) == 0);
    }
    assert(pthread_mutex_unlock(&first) == 0 && pthread_mutex_unlock(&first) == EPERM);
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&first, &attributes);
    pthread_mutex_init(&second, &attributes);
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, i == 0 ? dies : repairs_it, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(repairs <= 1);
    int error = pthread_mutex_lock(&first);
    assert(error == (repairs ? 0 : EOWNERDEAD));
    if (error)
        assert(pthread_mutex_consistent(&first) == 0);
    assert(pthread_mutex_unlock(&first) == 0);
    assert(pthread_mutex_destroy(&first) == 0 && pthread_mutex_destroy(&second) == 0);
    return 0;
}
