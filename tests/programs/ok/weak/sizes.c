// expect: covered "in several sizes"
// options: --memory-model=c11
// An atomic object that is accessed as a whole and in part is taken for sequentially consistent, and the verdict says so.
#include <pthread.h>
#include <stdint.h>

static uint32_t whole;

static void *part(void *unused)
{
    __atomic_store_n((uint8_t *)&whole, 1, __ATOMIC_RELAXED);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, part, NULL);
    int seen = (int)__atomic_load_n(&whole, __ATOMIC_RELAXED);
    pthread_join(t, NULL);
    return seen > 1;
}
