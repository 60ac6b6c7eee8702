/* Bubble sort with one thread for each pass: a pass starts the next one, which is shorter by one, at its first element.
 *
 * The bug: the end is announced when the last pass is made, not when all of them have ended; and nothing keeps a pass from overtaking
 * the one before it, for only the swap is locked, not the comparison. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

#ifndef SIZE
#define SIZE 100
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int array[SIZE];
static pthread_t thread[SIZE]; /* by the last index that the pass reaches */
static volatile bool ended;

static void *pass(void *last);

static void start_pass(int last)
{
    ended = last == 0;
    pthread_create(&thread[last], NULL, pass, (void *)(intptr_t)last);
}

static void swap(int i)
{
    int swapped = array[i];
    array[i] = array[i + 1];
    array[i + 1] = swapped;
}

#ifdef FIXED

static void *pass(void *argument)
{
    int last = (int)(intptr_t)argument;
    for (int i = 0; i < last; i++) {
        pthread_mutex_lock(&lock);
        if (array[i] > array[i + 1])
            swap(i);
        pthread_mutex_unlock(&lock);
    }
    if (last > 0)
        start_pass(last - 1);
    return NULL;
}

static void wait_for_end(void)
{
    for (int last = SIZE - 1; last >= 0; last--)
        pthread_join(thread[last], NULL);
}

#else

static void *pass(void *argument)
{
    int last = (int)(intptr_t)argument;
    for (int i = 0; i < last; i++) {
        if (i == 0)
            start_pass(last - 1);
        if (array[i] > array[i + 1]) {
            pthread_mutex_lock(&lock);
            swap(i);
            pthread_mutex_unlock(&lock);
        }
    }
    return NULL;
}

static void wait_for_end(void)
{
    while (!ended)
        sched_yield();
}

#endif

int main(void)
{
    for (int i = 0; i < SIZE; i++)
        array[i] = SIZE - i;
    start_pass(SIZE - 1);
    wait_for_end();
    for (int i = 0; i + 1 < SIZE; i++)
        assert(array[i] <= array[i + 1]); /* BUG: not sorted */
    return 0;
}
