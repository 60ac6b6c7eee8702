/* ticket.c - a ticket lock that THREADS threads take once each: everybody waits in a loop for its turn. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 2
#endif

static atomic_int next, owner;
static int inside;

static void *work(void *unused)
{
    int mine = atomic_fetch_add(&next, 1);
    while (atomic_load(&owner) != mine)
        sched_yield();
    inside = mine;
    assert(inside == mine);
    atomic_store(&owner, mine + 1);
    return unused;
}

int main(void)
{
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
