// expect: verified
// races: 0
// pthread_spin_lock.
#include <pthread.h>

static pthread_spinlock_t s;
static int data;

static __attribute__((constructor)) void prepare(void) { pthread_spin_init(&s, 0); }

static void *first(void *unused)
{
    pthread_spin_lock(&s);
    data++;
    pthread_spin_unlock(&s);
    return unused;
}

static void *second(void *unused)
{
    pthread_spin_lock(&s);
    data++;
    pthread_spin_unlock(&s);
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
