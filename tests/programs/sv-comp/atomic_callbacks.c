// expect: verified
// options: --race=off
// options: --race=off --reduction=none
// What such a function does first is done by a function that the library calls for it, or by one far down: it is atomic all the same.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

int x, y;
pthread_once_t once = PTHREAD_ONCE_INIT;

static void change(void)
{
    assert(x == y);
    x++;
    y++;
}

static int compare(const void *a, const void *b)
{
    change();
    return *(const int *)a - *(const int *)b;
}

static void handle(int signal)
{
    (void)signal;
    change();
}

void __VERIFIER_atomic_sort(void)
{
    int numbers[2] = {2, 1};
    qsort(numbers, 2, sizeof *numbers, compare);
}

void __VERIFIER_atomic_search(void)
{
    int number = 1;
    bsearch(&number, &number, 1, sizeof number, compare);
}

void __VERIFIER_atomic_once(void)
{
    pthread_once(&once, change);
}

void __VERIFIER_atomic_raise(void)
{
    raise(SIGUSR1);
}

static void down(int levels)
{
    if (levels > 0)
        down(levels - 1);
    else
        change();
}

void __VERIFIER_atomic_deep(void)
{
    down(5);
}

static void *work(void *unused)
{
    __VERIFIER_atomic_deep();
    __VERIFIER_atomic_sort();
    __VERIFIER_atomic_search();
    __VERIFIER_atomic_once();
    __VERIFIER_atomic_raise();
    return unused;
}

int main(void)
{
    pthread_t t;
    signal(SIGUSR1, handle);
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
