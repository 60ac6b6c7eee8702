// expect: bug assertion
// only: -O0
// What a library function reads or writes is shared memory like any other.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <signal.h>
#include <time.h>
#include <semaphore.h>
static int old = 7;
static void *none(void *p)
{
    return (void *)1;
}
static void *r(void *p)
{
    assert(old == 7);
    return p;
}
static void *w(void *p)
{
    pthread_setcancelstate(1, &old);
    return p;
}
int main(void)
{
    pthread_t a, b, c;
    (void)none;
    pthread_create(&b, 0, r, 0);
    pthread_create(&a, 0, w, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    (void)c;
    return 0;
}
