// expect: covered "and where it compares: 3, 1111, 4, "
// The verdict says for which values it holds: those that the program compares with, and their neighbours.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int sum;

static void *add(void *unused)
{
    int value = __VERIFIER_nondet_int();
    if (value == 3 || value == 1111)
        __atomic_fetch_add(&sum, value, __ATOMIC_SEQ_CST);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, add, NULL);
    add(NULL);
    pthread_join(t, NULL);
    return 0;
}
