/* flags.c - which floating-point exceptions a thread has raised is asked by a library. */
#include <assert.h>
#include <pthread.h>

#include "helper.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile double one = 1, two = 2, three = 3, quotient;
static int chosen;

static void *divide(void *unused)
{
    pthread_mutex_lock(&mutex);
    int third = chosen;
    pthread_mutex_unlock(&mutex);
    quotient = one / (third ? three : two);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    assert(!helper_inexact());
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
    pthread_create(&t, NULL, divide, NULL);
    pthread_create(&u, NULL, choose, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
