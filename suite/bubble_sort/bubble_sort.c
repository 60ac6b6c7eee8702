/* Bubble sort with one thread for each pass over a shared array.
 *
 * The bug: the passes hold no lock while they compare and swap neighbours, and main does not wait for them before it looks whether
 * the array is sorted. */
#include <assert.h>
#include <pthread.h>

#ifndef SIZE
#define SIZE 8
#endif

static int array[SIZE];
#ifdef FIXED
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#endif

static void bubble(void)
{
    for (int i = 0; i + 1 < SIZE; i++) {
        if (array[i] > array[i + 1]) {
            int swapped = array[i];
            array[i] = array[i + 1];
            array[i + 1] = swapped;
        }
    }
}

static void *pass(void *unused)
{
#ifdef FIXED
    pthread_mutex_lock(&lock);
#endif
    bubble();
#ifdef FIXED
    pthread_mutex_unlock(&lock);
#endif
    return unused;
}

int main(void)
{
    pthread_t thread[SIZE];
    for (int i = 0; i < SIZE; i++)
        array[i] = SIZE - i;
    for (int i = 0; i < SIZE; i++)
        pthread_create(&thread[i], NULL, pass, NULL);
#ifdef FIXED
    for (int i = 0; i < SIZE; i++)
        pthread_join(thread[i], NULL);
#endif
    for (int i = 0; i + 1 < SIZE; i++)
        assert(array[i] <= array[i + 1]); /* BUG: not sorted */
    return 0;
}
