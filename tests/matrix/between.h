/* between.h - what the programs of the matrix have in common: something goes wrong in thread 1 if thread 2 comes between two of its
 * critical sections, which takes one preemption. With FIXED they are one section, and nothing can.
 *
 *     #include "../between.h"
 *     static void go_wrong(void) { abort(); }
 *     int main(void) { return both(go_wrong, nothing); }
 *
 * Nothing here is a data race. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t between_lock = PTHREAD_MUTEX_INITIALIZER;
static int between_stage;
static void (*between_wrong)(void), (*between_then)(void);

static inline void nothing(void)
{
}

static void *between_first(void *unused)
{
    pthread_mutex_lock(&between_lock);
    between_stage = 1;
#ifndef FIXED
    pthread_mutex_unlock(&between_lock);
    pthread_mutex_lock(&between_lock);
#endif
    int stage = between_stage;
    pthread_mutex_unlock(&between_lock);
    if (stage == 2)
        between_wrong();
    return unused;
}

static void *between_second(void *unused)
{
    pthread_mutex_lock(&between_lock);
    if (between_stage == 1)
        between_stage = 2;
    pthread_mutex_unlock(&between_lock);
    between_then();
    return unused;
}

/* Thread 1 calls wrong() if thread 2 came between, thread 2 calls then() in any case. */
static inline int both(void (*wrong)(void), void (*then)(void))
{
    pthread_t first, second;
    between_wrong = wrong;
    between_then = then;
    pthread_create(&first, NULL, between_first, NULL);
    pthread_create(&second, NULL, between_second, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
