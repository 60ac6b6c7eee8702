// expect: bug assertion "once"
// A value that the program compares with, and its negative in a type of another size.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int opened;

static void *enter(void *unused)
{
    if (__VERIFIER_nondet_int() == 1111)
        __atomic_fetch_add(&opened, 1, __ATOMIC_SEQ_CST);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, enter, NULL);
    if (__VERIFIER_nondet_long() == -1111)
        __atomic_fetch_add(&opened, 1, __ATOMIC_SEQ_CST);
    assert(__VERIFIER_nondet_uchar() <= 255);
    pthread_join(t, NULL);
    int once = opened < 2;
    assert(once);
    return 0;
}
