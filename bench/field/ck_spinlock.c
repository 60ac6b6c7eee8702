/* Concurrency Kit's locks: two threads count twice. LOCK is fas or ticket. */
#include <assert.h>
#include <pthread.h>

#include <ck_spinlock.h>

#ifndef LOCK
#define LOCK fas
#endif
#define NAME2(lock, what) ck_spinlock_##lock##what
#define NAME(lock, what) NAME2(lock, what)

static NAME(LOCK, _t) lock;
static int counter;

static void *work(void *unused)
{
    for (int i = 0; i < 2; i++) {
        NAME(LOCK, _lock)(&lock);
        counter++;
        NAME(LOCK, _unlock)(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    NAME(LOCK, _init)(&lock);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 4);
    return 0;
}
