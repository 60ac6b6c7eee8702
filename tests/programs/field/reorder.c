// expect: bug assertion "(a == 0"
// Shape: SV-COMP and SCTBench, reorder_2 (from the CHESS and Maple sets): setters write a then b, checkers expect both or
// none. Known verdict: unsafe.
#include <assert.h>
#include <pthread.h>

static volatile int a, b;

static void *set(void *unused)
{
    a = 1;
    b = -1;
    return unused;
}

static void *check(void *unused)
{
    assert((a == 0 && b == 0) || (a == 1 && b == -1)); // BUG HERE
    return unused;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, set, NULL);
    pthread_create(&t[1], NULL, set, NULL);
    pthread_create(&t[2], NULL, check, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    return 0;
}
