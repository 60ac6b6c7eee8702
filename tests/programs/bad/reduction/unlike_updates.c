// expect: bug assertion "word != 2"
// Updates of two kinds do not commute: (1 + 1) | 2 is 2, and (1 | 2) + 1 is 4.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int word = 1;

static void *add(void *unused)
{
    atomic_fetch_add(&word, 1);
    return unused;
}

static void *set(void *unused)
{
    atomic_fetch_or(&word, 2);
    return unused;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, set, NULL);
    pthread_create(&u, NULL, add, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(word != 2); // BUG HERE
    return 0;
}
