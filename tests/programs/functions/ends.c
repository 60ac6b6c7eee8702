// expect: verified
// errors: atexit on_exit __cxa_atexit at_quick_exit __cxa_at_quick_exit exit quick_exit _exit _Exit
// native: 3
// Every way to end, chosen; handlers run in the order in which they should, or not at all.
#include <assert.h>
#include <mazurka.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

int on_exit(void (*function)(int, void *), void *argument);
int __cxa_atexit(void (*function)(void *), void *argument, void *object);
int __cxa_at_quick_exit(void (*function)(void *), void *object);

static int order;

static void last(void)
{
    assert(order++ == 2);
}

static void second(int status, void *argument)
{
    assert(order++ == 1 && status == 3 && argument == &order);
}

static void first(void *argument)
{
    assert(order++ == 0 && argument == &order);
}

static void quick(void)
{
    assert(order++ == 1);
}

static void quick_first(void *unused)
{
    (void)unused;
    assert(order++ == 0);
}

static void *worker(void *unused)
{
    order = 0;
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    assert(atexit(last) == 0 && on_exit(second, &order) == 0 && __cxa_atexit(first, &order, NULL) == 0);
    assert(at_quick_exit(quick) == 0 && __cxa_at_quick_exit(quick_first, NULL) == 0);
    pthread_join(t, NULL);
    switch (mz_choose(4)) {
    case 0: exit(3);
    case 1: quick_exit(3);
    case 2: _exit(3);
    default: _Exit(3);
    }
}
