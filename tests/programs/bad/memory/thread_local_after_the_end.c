// expect: bug memory "write of 4 bytes in the thread-local storage of an ended thread"
// options: --race=off
// options: --race=off --reduction=none
// options: --race=off --visible=all
// options: --race=off --reduction=sum-sleep
// options: --race=off --reduction=dlspor
// options: --race=off --reduction=source-dpor
// A thread-local variable that only other threads use: its owner touches nothing of it, but takes it away when it ends.
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static _Thread_local int local;
static int *given;
static sem_t ready, seen;

static void *user(void *unused)
{
    sem_wait(&ready);
    int *p = given, value = *p;
    sem_post(&seen);
    *p = value + 1; // BUG HERE
    return unused;
}

static void *owner(void *unused)
{
    given = &local;
    sem_post(&ready);
    sem_wait(&seen);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&ready, 0, 0);
    sem_init(&seen, 0, 0);
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, owner, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
