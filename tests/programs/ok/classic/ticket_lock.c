// expect: verified
// A ticket lock, three threads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next_ticket, now_serving;
static int counter;

static void *work(void *unused)
{
    unsigned mine = atomic_fetch_add(&next_ticket, 1);
    while (atomic_load(&now_serving) != mine)
        ;
    counter++;
    atomic_store(&now_serving, mine + 1);
    return unused;
}

int main(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(counter == 3);
    return 0;
}
