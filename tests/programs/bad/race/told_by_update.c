// expect: verified
// races: 1
// An update that releases tells those that come after it: who comes before it is not told, though he has waited. Nobody asks for what the
// updates return.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter, flag;
static int data;

static void *write_data(void *unused)
{
    data = 1; // RACE
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&counter, 1, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, write_data, NULL);
    if (atomic_load_explicit(&flag, memory_order_relaxed)) {
        atomic_fetch_add_explicit(&counter, 1, memory_order_acquire);
        (void)*(volatile int *)&data; // RACE
    }
    pthread_join(t, NULL);
    return 0;
}
