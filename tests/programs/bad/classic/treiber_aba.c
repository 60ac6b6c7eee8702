// expect: bug assertion "owners"
// Treiber's stack on a pool of nodes that are used again: the ABA problem gives one node to two owners.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int next_of[3]; // index 0 is the end
static atomic_int top, owners[3];

static void push(int n)
{
    int old = atomic_load(&top);
    do
        next_of[n] = old;
    while (!atomic_compare_exchange_strong(&top, &old, n));
}

static int pop(void)
{
    int n = atomic_load(&top);
    while (n && !atomic_compare_exchange_strong(&top, &n, next_of[n]))
        ;
    if (n)
        assert(atomic_fetch_add(&owners[n], 1) == 0); // BUG HERE
    return n;
}

static void give_back(int n)
{
    atomic_fetch_sub(&owners[n], 1);
    push(n);
}

static void *slow(void *unused)
{
    pop();
    pop();
    return unused;
}

int main(void)
{
    pthread_t t;
    push(1);
    push(2);
    pthread_create(&t, NULL, slow, NULL);
    int a = pop(), b = pop();
    if (a && b)
        give_back(a);
    pthread_join(t, NULL);
    return 0;
}
