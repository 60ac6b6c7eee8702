// expect: verified
// options: --race=off --search=random-bfs --seed=5
// leftovers
// A function that calls setjmp has a frame in which earlier calls have left something: no state may depend on what, unless it is kept.
#include <pthread.h>
#include <setjmp.h>
#include <stdatomic.h>

static atomic_int a, b;
static int both, other, jumps;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static _Thread_local jmp_buf buffer;

static void routine(void)
{
    int zero = 0;
    jumps += atomic_compare_exchange_strong(&b, &(int){1}, 3);
    if (setjmp(buffer) == 0) {
        atomic_store(&a, zero & 3);
        int expected = 0;
        jumps += atomic_compare_exchange_strong(&b, &expected, 2);
    } else {
        jumps++;
    }
}

static void *first(void *unused)
{
    other = 2;
    for (int i = 0; i < 2 && !a; i++)
        both = 1;
    return unused;
}

static void *second(void *unused)
{
    pthread_once(&once, routine);
    if (other == 0)
        both = 3;
    both = 4;
    return unused;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    pthread_once(&once, routine);
    int seen = both;
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return seen * 0;
}
