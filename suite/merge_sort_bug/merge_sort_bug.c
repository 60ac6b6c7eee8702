/* Merge sort of a shared array in place, with a second one for merging. A part is sorted by a thread of its own as long as there are
 * threads left.
 *
 * The bug: the parent looks whether there is a thread left, but it is the child that takes it off, when it begins, and without a lock.
 * More threads are started than there may be, or the count of them is wrong. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#ifndef INPUTS
#define INPUTS 29
#endif
#ifndef MAX_THREADS
#define MAX_THREADS 8
#endif

static int array[INPUTS], merged[INPUTS];
static int threads_left = MAX_THREADS, lowest = MAX_THREADS;

struct part {
    pthread_t thread;
    int       start, end; /* both inclusive */
};

static void sort(int start, int end);

#ifdef FIXED

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void change_threads_left(int change)
{
    threads_left += change;
    if (threads_left < lowest)
        lowest = threads_left;
}

static bool take_thread(void)
{
    pthread_mutex_lock(&lock);
    bool there = threads_left > 0;
    if (there)
        change_threads_left(-1);
    pthread_mutex_unlock(&lock);
    return there;
}

static void begin_thread(void) { /* take_thread() has counted it */ }

static void end_thread(void)
{
    pthread_mutex_lock(&lock);
    change_threads_left(1);
    pthread_mutex_unlock(&lock);
}

#else

static void change_threads_left(int change)
{
    threads_left += change;
    if (threads_left < lowest)
        lowest = threads_left;
}

static bool take_thread(void) { return threads_left > 0; }
static void begin_thread(void) { change_threads_left(-1); }
static void end_thread(void) { change_threads_left(1); }

#endif

static void *run(void *argument)
{
    struct part *self = argument;
    begin_thread();
    sort(self->start, self->end);
    end_thread();
    return NULL;
}

static void merge(int start, int mid, int end)
{
    int l = start, r = mid + 1;
    for (int i = start; i <= end; i++) {
        if (r > end || (l <= mid && array[l] <= array[r]))
            merged[i] = array[l++];
        else
            merged[i] = array[r++];
    }
    for (int i = start; i <= end; i++)
        array[i] = merged[i];
}

static void sort(int start, int end)
{
    if (start == end)
        return;
    int mid = (start + end) / 2;
    struct part left = {.start = start, .end = mid};
    bool started = take_thread();
    if (started)
        pthread_create(&left.thread, NULL, run, &left);
    else
        sort(start, mid);
    sort(mid + 1, end);
    if (started)
        pthread_join(left.thread, NULL);
    merge(start, mid, end);
}

int main(void)
{
    for (int i = 0; i < INPUTS; i++)
        array[i] = (i * 7 + 3) % INPUTS;
    sort(0, INPUTS - 1);
    for (int i = 1; i < INPUTS; i++)
        assert(array[i - 1] <= array[i]);
    assert(lowest >= 0); /* BUG: there were more threads than there may be */
    return 0;
}
