// expect: verified
// A compare-exchange that succeeds only reads what it expects: two that do so race neither with each other nor with another reader.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int one, two;
static int zero;

static void *first(void *unused)
{
    assert(atomic_compare_exchange_strong(&one, &zero, 1));
    return unused;
}

static void *second(void *unused)
{
    assert(atomic_compare_exchange_strong(&two, &zero, 1));
    assert(zero == 0);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
