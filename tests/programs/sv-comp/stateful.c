// expect: verified
// Two threads change two variables under two locks; the sums do not depend on their order. In the shape of stateful01.
#include <assert.h>
#include <pthread.h>

void reach_error(void) { assert(0); }
extern _Bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t of_a = PTHREAD_MUTEX_INITIALIZER, of_b = PTHREAD_MUTEX_INITIALIZER;
static int a = 10, b = 10;

static void change(int *x, pthread_mutex_t *lock, int by)
{
    pthread_mutex_lock(lock);
    *x += by;
    pthread_mutex_unlock(lock);
}

static void *first(void *unused)
{
    change(&a, &of_a, 1);
    change(&b, &of_b, 1);
    change(&a, &of_a, 1);
    return unused;
}

static void *second(void *unused)
{
    change(&a, &of_a, 5);
    if (__VERIFIER_nondet_bool())
        change(&b, &of_b, -6);
    return unused;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    if (a != 17 || (b != 5 && b != 11))
        reach_error();
    return 0;
}
