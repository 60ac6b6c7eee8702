/* functions.h - for programs that use functions one after the other, with another thread that may run between any two parts: all
 * that they do is taken back and done again. A program defines use(), and errors(), in which the same functions fail. */
#ifndef FUNCTIONS_H
#define FUNCTIONS_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static void use(void);
static void errors(void);

static int points;
static pthread_mutex_t points_lock = PTHREAD_MUTEX_INITIALIZER;

/* The other thread may come before or after. */
static inline void point(void)
{
    pthread_mutex_lock(&points_lock);
    points++;
    pthread_mutex_unlock(&points_lock);
}

static void *functions_worker(void *unused)
{
    point();
    use();
    point();
    errors();
    point();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, functions_worker, NULL);
    point();
    point();
    pthread_join(t, NULL);
    return 0;
}

#endif
