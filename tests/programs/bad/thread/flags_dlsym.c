// expect: bug assertion "!test(FE_INEXACT)"
// Floating-point exceptions that the program reads by a function that it finds by its name.
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <fenv.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile double one = 1, two = 2, three = 3, quotient;
static int chosen;
static int (*test)(int);

static void *divide(void *unused)
{
    pthread_mutex_lock(&mutex);
    int third = chosen;
    pthread_mutex_unlock(&mutex);
    quotient = one / (third ? three : two);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    assert(!test(FE_INEXACT)); // BUG HERE
    return unused;
}

static void *choose(void *unused)
{
    pthread_mutex_lock(&mutex);
    chosen = 1;
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t t, u;
    test = (int (*)(int))dlsym(dlopen("libm.so.6", RTLD_NOW), "fetestexcept");
    pthread_create(&t, NULL, divide, NULL);
    pthread_create(&u, NULL, choose, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
