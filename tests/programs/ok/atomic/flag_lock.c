// expect: verified
// A spin lock from atomic_flag.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag busy = ATOMIC_FLAG_INIT;
static int counter;

static void *work(void *unused)
{
    for (int i = 0; i < 2; i++) {
        while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire))
            ;
        counter++;
        atomic_flag_clear_explicit(&busy, memory_order_release);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 4);
    return 0;
}
